import type { FittedFeed } from "../../../evaluate/fit.js";
import { leastAtRisk } from "../../../exposure/transitions/ranks.js";
import { type DrawnCurve, drawnCurves, lineClass, lineStyle } from "../../charts/drawn-curves.js";
import { curvePoints, hazardPoints, type MeasuredPoint } from "../../charts/measured-points.js";
import { curveAxis, hazardAxis, rankAxis } from "../../charts/rank-axes.js";
import { ACROSS, rankChart, UPWARD } from "../../charts/rank-chart.js";
import type { Scale } from "../../charts/scale.js";
import { drawPlot, PLOT_MARGIN, type PlotPoint } from "../../charts/text-plot.js";
import { defineElement, type Element, type TextStyle } from "../../element.js";
import { html, type Markup } from "../../formats/html/markup.js";
import type { Paint } from "../../formats/text/paint.js";
import type { ReportedFeed } from "../../source.js";
import { describeFeed } from "../../words/feed.js";

export const measured: Element<ReportedFeed> = defineElement({
  name: "measured",
  title: null,
  after: { text: "models" },
  tabled: "ranks",
  style: lineStyle,
  view: (feed: ReportedFeed) => (feed.empirical.length < 2 ? null : feed),
  html: chartMarkup,
  text: (feed, style) => [{ lines: plotLines(feed, style), isPicture: true }],
  // The last rank, "± 2 SE", and the views below which a point is hollow.
  derived: ({ empirical }) => [1, 2, empirical.length, leastAtRisk],
});

/** The curve and the hazard of a feed side by side, with a legend. */
function chartMarkup(feed: FittedFeed): Markup {
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

const ROWS = 14;

/** The measured points and the kept curve in characters: p on a logarithmic axis, and the hazard. */
function plotLines(feed: FittedFeed, { width, paint }: TextStyle): readonly string[] {
  const { empirical } = feed;
  const columns = Math.min(90, width - PLOT_MARGIN - 2);
  const x = rankAxis(empirical.length, [0, columns - 1]);
  const kept = drawnCurves(feed).find(({ isKept }) => isKept);
  const vertical = [ROWS - 1, 0] as const;
  return [
    ...titled("Curve p(rank), logarithmic", kept?.model, paint),
    ...draw(curveAxis(empirical, kept?.p ?? [], vertical), curvePoints(feed).map(plotted), kept?.p),
    "",
    ...titled("Hazard: the share of views that are the last", kept?.model, paint),
    ...draw(
      hazardAxis(hazardPoints(feed), vertical),
      hazardPoints(feed).map(plotted),
      kept?.hazard,
    ),
  ];

  function draw(y: Scale, points: readonly PlotPoint[], line: readonly number[] = []) {
    return drawPlot({ x, y, points, line }, columns, ROWS).map((text) => `  ${text}`);
  }
}

function titled(title: string, kept: string | undefined, paint: Paint): readonly string[] {
  const line = kept === undefined ? "" : `, · ${kept}`;
  const legend = `● measured (○ below ${leastAtRisk} views at risk)${line}`;
  return [`  ${paint("bold", title)}`, `  ${paint("dim", legend)}`];
}

const isFirm = ({ weight }: MeasuredPoint): boolean => weight >= leastAtRisk;

/** Bars of thin ranks would fill the plot. */
const plotted = (at: MeasuredPoint): PlotPoint => ({
  ...at,
  bar: isFirm(at) ? at.bar : null,
  isFirm: isFirm(at),
});
