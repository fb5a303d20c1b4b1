import type { FittedFeed } from "../../../evaluate/fit.js";
import { leastAtRisk } from "../../../fitting/index.js";
import { type DrawnCurve, drawnCurves, lineClass } from "../../charts/drawn-curves.js";
import { curvePoints, hazardPoints } from "../../charts/measured-points.js";
import { curveAxis, hazardAxis, rankAxis } from "../../charts/rank-axes.js";
import { ACROSS, rankChart, UPWARD } from "../../charts/rank-chart.js";
import { html, type Markup } from "../../formats/html/markup.js";
import { describeFeed } from "../../words/feed.js";

/** The curve and the hazard of a feed side by side, with a legend. */
export function chartMarkup(feed: FittedFeed): Markup {
  const last = feed.empirical.length;
  const curves = drawnCurves(feed);
  const kept = curves.find(({ isKept }) => isKept);
  const name = describeFeed(feed.feed);
  const firm = curvePoints(feed).findLast(({ weight }) => weight >= leastAtRisk);
  const shared = { x: rankAxis(last, ACROSS), supported: firm?.rank ?? null };
  const points = hazardPoints(feed);
  const lines = (of: "p" | "hazard") => curves.map((curve) => ({ ...curve, values: curve[of] }));
  const against = kept === undefined ? "" : ` against ${kept.model} as fitted`;
  return html`<div class="charts">
<figure><figcaption>P(viewed | rank), logarithmic</figcaption>${rankChart({
    ...shared,
    title: `${name}: position-bias curve`,
    description: `Measured at ranks 1 to ${last}${against}; the numbers are in the table below.`,
    y: curveAxis(feed.empirical, kept?.p ?? [], UPWARD),
    points: curvePoints(feed),
    lines: lines("p"),
  })}</figure>
<figure><figcaption>Hazard: the share of views that are the last</figcaption>${rankChart({
    ...shared,
    title: `${name}: hazard`,
    description: `Measured at ranks 1 to ${last}${against}; the numbers are in the table below.`,
    y: hazardAxis(points, UPWARD),
    points,
    lines: lines("hazard"),
  })}</figure></div>
${legend(curves)}`;
}

function legend(curves: readonly DrawnCurve[]): Markup {
  const keptFirst = curves.toSorted((a, b) => Number(b.isKept) - Number(a.isKept));
  const lines = keptFirst.map(
    ({ model, isKept, series }) =>
      html`<li${isKept ? html` class="chosen"` : null}><svg aria-hidden="true" width="34" height="10" viewBox="0 0 34 10"><polyline class="${lineClass({ series, isKept })}" points="1,5 33,5"/></svg>${model}${isKept ? " (kept)" : null}</li>`,
  );
  const measured = html`<li><svg aria-hidden="true" width="12" height="16" viewBox="0 0 12 16"><line class="bar" x1="6" x2="6" y1="0" y2="16"/><circle class="measured" cx="6" cy="8" r="4"/></svg>measured ± 2 SE, the larger the more views</li>`;
  return html`<ul class="legend">${measured}${lines}</ul>`;
}
