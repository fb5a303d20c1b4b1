import { showCount, showNumber } from "../../../numeric/show-number.js";
import { defineElement, type Element } from "../../element.js";
import { type Block, type Grid, numeric, texts } from "../../formats/grid.js";
import type { ReportedResult } from "../../source.js";
import { type CurveView, describeCurves } from "../../words/curve-view.js";
import { curveCharts, curveStyle } from "./curve-charts.js";

/** Curves drawn at once; those of further feeds are folded away. */
const mostOpen = 4;

export const curves: Element<ReportedResult> = defineElement({
  name: "curves",
  title: "Position bias",
  after: { text: "log", markdown: "log" },
  style: curveStyle,
  view: (result) => {
    const views = describeCurves(result);
    return views.length === 0 ? null : views;
  },
  body: (views, { format }) =>
    format === "html"
      ? pageBlocks(views)
      : [
          {
            ...(format === "markdown" && { title: "Position bias" }),
            ...{ sentences: views.map(({ sentence }) => sentence), isList: true, joins: true },
          },
          ...views.filter(isMeasured).map(pointsGrid),
        ],
  derived: (views) => [1, ...views.flatMap(({ ranks, points }) => [ranks, points.length])],
});

const isMeasured = ({ points }: CurveView): boolean => points.length > 0;

function pageBlocks(views: readonly CurveView[]): readonly Block[] {
  const [shown, others] = [views.slice(0, mostOpen), views.slice(mostOpen)];
  const folded = `Curves of ${others.length} more feeds`;
  return [
    { picture: curveCharts(shown) },
    ...(others.length === 0 ? [] : [{ picture: curveCharts(others), folded, isOfScreen: true }]),
    ...views.filter(isMeasured).map(pointsGrid),
  ];
}

const pointsGrid = (view: CurveView): Grid => ({
  caption: `Probability that a rank is viewed, ${view.scope}: as measured and by the curve`,
  isOfPage: true,
  folded: "The numbers in these pictures",
  isOfScreen: true,
  columns: [...texts("rank"), ...numeric("trajectories", "measured", "by the curve")],
  rows: view.points.map(({ rank, views, measured, fitted }) => [
    ...[rank, views].map(showCount),
    ...[measured, fitted].map((chance) => showNumber(chance, 4)),
  ]),
});
