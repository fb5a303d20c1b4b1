import { showCount, showNumber } from "../../../numeric/show-number.js";
import { capital } from "../../../plain-line.js";
import { defineElement, type Element } from "../../element.js";
import type { Figure, PlotLibrary } from "../../figure.js";
import { type Grid, numeric, texts } from "../../formats/grid.js";
import type { ReportedResult } from "../../source.js";
import { type CurveView, describeCurves } from "../../words/curve-view.js";

export const curves: Element<ReportedResult> = defineElement({
  name: "curves",
  title: "Position bias",
  after: { text: "log", markdown: "log" },
  view: (result) => {
    const views = describeCurves(result);
    return views.length === 0 ? null : views;
  },
  figures: (views, plot) => views.filter(isMeasured).map((view) => figureOf(view, plot)),
  body: (views, { format }) => [
    ...(format === "html"
      ? [curveGrid(views)]
      : [
          {
            ...(format === "markdown" && { title: "Position bias" }),
            ...{ sentences: views.map(({ sentence }) => sentence), isList: true, joins: true },
          },
        ]),
    ...views.filter(isMeasured).map(pointsGrid),
  ],
  derived: (views) => views.map(({ ranks }) => ranks),
});

const isMeasured = ({ points }: CurveView): boolean => points.length > 0;

const titleOf = ({ scope }: CurveView): string => `Chance that a rank is viewed, ${scope}`;

/** The curve as a line, what was measured as points, the larger the more trajectories came so far. */
function figureOf(view: CurveView, plot: PlotLibrary): Figure {
  const points = view.points.filter(({ measured }) => measured > 0);
  const line = view.points.filter(({ fitted }) => fitted > 0);
  return {
    title: `${titleOf(view)}: points as measured, line ${view.model}`,
    options: {
      x: { label: "displayed rank", ticks: 6, tickFormat: "d" },
      y: { type: "log", grid: true, label: "chance", ticks: 5, tickFormat: ".1~r" },
      r: { range: [1.5, 5] },
      marks: [
        plot.line(line, { x: "rank", y: "fitted", stroke: "var(--mark)", strokeWidth: 2 }),
        plot.dot(points, { x: "rank", y: "measured", r: "views", fill: "currentColor" }),
      ],
    },
  };
}

const pointsGrid = (view: CurveView): Grid => ({
  caption: "Measured and by the curve, by displayed rank",
  isOfPage: true,
  folded: `${titleOf(view)}: the numbers`,
  columns: [...texts("rank"), ...numeric("trajectories", "measured", "by the curve")],
  rows: view.points.map(({ rank, views, measured, fitted }) => [
    ...[rank, views].map(showCount),
    ...[measured, fitted].map((chance) => showNumber(chance, 4)),
  ]),
});

const curveGrid = (views: readonly CurveView[]): Grid => ({
  caption: "Curves that were estimated: the chance that a rank is viewed",
  columns: [...texts("of"), { header: "model", code: true }, ...texts("estimated", "from")],
  rows: views.map(({ scope, model, numbers, cutoff, source, carried }) => [
    ...[scope, model, [numbers, cutoff].filter((part) => part !== null).join(", ")],
    `${capital(source)}; ${carried}.`,
  ]),
});
