import { normalisers as all, type Table1 } from "../../../answers/index.js";
import { showNumber } from "../../../numeric/show-number.js";
import { seriesColours } from "../../charts/series-colours.js";
import { defineElement, type Element } from "../../element.js";
import type { Figure, PlotLibrary } from "../../figure.js";
import { type Grid, numeric } from "../../formats/grid.js";

export const normalisers: Element<Table1> = defineElement({
  name: "normalisers",
  title: "Two policies that DCG and nDCG order differently",
  view: (table: Table1) => (table.rows.length === 0 ? null : table),
  figures: (table, plot) => all.map((rows) => figureOf(table, rows, plot)),
  body: (table) => gridsOf(table),
  csv: {
    columns: ["row", "normaliser", "policy", "context", "dcg", "ndcg"],
    rows: ({ rows, labels }) =>
      rows.flatMap(({ normaliser, policy, dcg, ndcg, meanDcg, meanNdcg }) => [
        ...Object.keys(labels).map((context, at) => ({
          row: "context",
          normaliser,
          policy,
          context,
          dcg: dcg[at] ?? null,
          ndcg: ndcg[at] ?? null,
        })),
        { row: "average", normaliser, policy, context: null, dcg: meanDcg, ndcg: meanNdcg },
      ]),
  },
  derived: () => [1, 3.5, 0.29, 0.71],
});

function gridsOf({ rows, labels, inverted, pndcg }: Table1): readonly Grid[] {
  const contexts = Object.keys(labels);
  return all.map(({ name, words }, at) => ({
    caption: `nDCG divides by ${words}`,
    columns: [
      { header: "policy" },
      ...contexts.map((context) => ({ header: `DCG ${context}`, numeric: true })),
      ...contexts.map((context) => ({ header: `nDCG ${context}`, numeric: true })),
      ...numeric("mean DCG", "mean nDCG"),
    ],
    rows: rows
      .filter(({ normaliser }) => normaliser === name)
      .map(({ policy, dcg, ndcg, meanDcg, meanNdcg }) => [
        policy,
        ...[...dcg, ...ndcg, meanDcg, meanNdcg].map((value) => showNumber(value, 3)),
      ]),
    notes: [
      inverted[name] === true
        ? "The means order the two policies differently."
        : "The means order the two policies in the same way.",
      ...(at === 0
        ? [
            "These are the numbers that the paper prints: .29 and .71 divide by the sum of the labels, 3.5, and not by the ideal that its text defines.",
          ]
        : []),
      ...(at === all.length - 1
        ? [
            `One division for all contexts keeps DCG's order: ${Object.entries(pndcg)
              .map(([policy, value]) => `${policy} ${showNumber(value, 3)}`)
              .join(", ")}.`,
          ]
        : []),
    ],
  }));
}

/** Lines from one policy to the other: where they cross or one falls and one rises, the order is inverted. */
function figureOf(
  { rows }: Table1,
  { name, words }: (typeof all)[number],
  plot: PlotLibrary,
): Figure {
  const points = rows
    .filter(({ normaliser }) => normaliser === name)
    .flatMap(({ policy, meanDcg, meanNdcg }) => [
      { policy, average: meanDcg, metric: "DCG" },
      { policy, average: meanNdcg, metric: "nDCG" },
    ]);
  const channels = { x: "policy", y: "average", stroke: "metric" };
  return {
    title: `Means; nDCG divides by ${words}`,
    options: {
      x: { type: "point", label: null },
      y: { domain: [0, 1.5], grid: true, label: "mean of both contexts", ticks: 4 },
      color: seriesColours,
      symbol: { legend: true },
      marks: [plot.line(points, channels), plot.dot(points, { ...channels, symbol: "metric" })],
    },
  };
}
