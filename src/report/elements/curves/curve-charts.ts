import { leastAtRisk } from "../../../exposure/transitions/ranks.js";
import { capital } from "../../../plain-line.js";
import { lineClass, lineStyle } from "../../charts/drawn-curves.js";
import { curveAxis, rankAxis } from "../../charts/rank-axes.js";
import { ACROSS, rankChart, UPWARD } from "../../charts/rank-chart.js";
import { html, type Markup } from "../../formats/html/markup.js";
import type { CurveView } from "../../words/curve-view.js";

export const curveStyle: string = `${lineStyle}
.charts figcaption strong{color:var(--ink);font-weight:600;margin-right:.5rem}
.charts figure{max-width:34rem}
`;

/** Each curve with what was measured rank by rank, or in words where nothing is drawn of it; one legend below. */
export const curveCharts = (views: readonly CurveView[]): Markup =>
  html`<div class="charts">${views.map(
    (view) => html`
<figure><figcaption><strong>${capital(view.scope)}</strong>${[view.model, view.numbers, view.cutoff].filter((part) => part !== null).join(", ")}</figcaption>${view.points.length > 0 && chart(view)}<p class="note">${capital(view.source)}; ${view.carried}.</p></figure>`,
  )}</div>${
    views.some(({ points }) => points.length > 0) &&
    html`
<p class="note"><svg class="sign" aria-hidden="true" width="12" height="12" viewBox="0 0 12 12"><circle class="measured" cx="6" cy="6" r="4"/></svg> measured from how deep trajectories went (larger: more trajectories got there); <svg class="sign" aria-hidden="true" width="28" height="12" viewBox="0 0 28 12"><polyline class="${line}" points="1,6 27,6"/></svg> the curve in use. The probability that a rank is viewed given that the first is, on a logarithmic axis.</p>`
  }`;

const line = lineClass({ series: 0, isKept: true });

function chart({ scope, model, points, fitted }: CurveView): Markup {
  const last = points.at(-1)?.rank ?? 1;
  const measured = points.filter(({ measured }) => measured > 0);
  const firm = points.findLast(({ views }) => views >= leastAtRisk);
  return rankChart({
    title: `Probability that a rank is viewed, ${scope}`,
    description: `Measured at ranks 1 to ${last} against ${model}; the numbers are in the table below.`,
    x: rankAxis(last, ACROSS),
    y: curveAxis(
      measured.map(({ measured }) => ({ p: measured })),
      fitted.slice(0, last),
      UPWARD,
    ),
    points: measured.map(({ rank, measured, views }) => ({
      ...{ rank, value: measured, bar: null, weight: views },
    })),
    lines: [{ isKept: true, series: 0, values: fitted }],
    supported: firm?.rank ?? null,
  });
}
