import { showCount, showNumber } from "../../../numeric/index.js";
import { defineElement, type Element } from "../../element.js";
import type { Figure, PlotLibrary } from "../../figure.js";
import { html, type Markup } from "../../formats/html/markup.js";
import { scrollingTable } from "../../formats/html/table.js";
import { markdownText } from "../../formats/markdown/table.js";
import { paragraphs } from "../../formats/text/blocks.js";
import type { ReportedResult } from "../../source.js";
import { type CurveView, describeCurves } from "../../words/curve-view.js";
import { capital } from "../../words/names.js";

/** The curves of position bias that were fitted, not given. */
export const curves: Element<ReportedResult> = defineElement({
  name: "curves",
  title: "Position bias",
  after: { text: "log", markdown: "log" },
  view: (result) => {
    const views = describeCurves(result);
    return views.length === 0 ? null : views;
  },
  figures: (views, plot) => views.filter(isMeasured).map((each) => figureOf(each, plot)),
  html: (views) =>
    html`${scrollingTable(
      "Curves that were estimated: the chance that a rank is viewed",
      [{ name: "Of" }, { name: "Model" }, { name: "Estimated" }, { name: "From" }],
      views.map(row),
    )}${views.filter(isMeasured).map(pointsTable)}`,
  text: (views, style) => [
    {
      lines: paragraphs(
        views.map(({ sentence }) => sentence),
        style,
      ),
      joins: true,
    },
  ],
  markdown: (views) => {
    const lines = views.map(({ sentence }) => `- ${markdownText(sentence)}`);
    return [`## Position bias\n\n${lines.join("\n")}`];
  },
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

function pointsTable(view: CurveView): Markup {
  const headings = ["Rank", "Trajectories", "Measured", "By the curve"];
  const rows = view.points.map(
    ({ rank, views, measured, fitted }) =>
      html`
<tr><th scope="row">${showCount(rank)}</th><td class="number">${showCount(views)}</td><td class="number">${showNumber(measured, 4)}</td><td class="number">${showNumber(fitted, 4)}</td></tr>`,
  );
  return html`<details><summary>${titleOf(view)}: the numbers</summary>${scrollingTable(
    "Measured and by the curve, by displayed rank",
    headings.map((name, at) => ({ name, numeric: at > 0 })),
    rows,
  )}</details>`;
}

function row({ scope, model, numbers, cutoff, source, carried }: CurveView): Markup {
  const estimated = [numbers, cutoff].filter((part) => part !== null).join(", ");
  return html`
<tr><th scope="row">${capital(scope)}</th><td><code>${model}</code></td><td>${estimated}</td><td>${capital(source)}; ${carried}.</td></tr>`;
}
