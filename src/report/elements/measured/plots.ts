import type { FittedFeed } from "../../../evaluate/fit.js";
import { leastAtRisk } from "../../../fitting/index.js";
import { drawnCurves } from "../../charts/drawn-curves.js";
import { curvePoints, hazardPoints, type MeasuredPoint } from "../../charts/measured-points.js";
import { curveAxis, hazardAxis, rankAxis } from "../../charts/rank-axes.js";
import type { Scale } from "../../charts/scale.js";
import { drawPlot, PLOT_MARGIN, type PlotPoint } from "../../charts/text-plot.js";
import type { TextStyle } from "../../element.js";
import type { Paint } from "../../formats/text/paint.js";

const ROWS = 14;

/** The measured points and the kept curve in characters: p on a logarithmic axis, and the hazard. */
export function plotLines(feed: FittedFeed, { width, paint }: TextStyle): readonly string[] {
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
