import type { Table2, Table2World } from "../../../answers/index.js";
import { showNumber, showStatistic } from "../../../numeric/show-number.js";
import { seriesColours } from "../../charts/series-colours.js";
import { defineElement, type Element } from "../../element.js";
import type { Figure, PlotLibrary } from "../../figure.js";
import { type Grid, numeric } from "../../formats/grid.js";

export const dialsTurned: Element<Table2> = defineElement({
  name: "dials-turned",
  title: "With one assumption broken at a time",
  view: ({ worlds }: Table2) => (worlds.length === 0 ? null : worlds),
  figures: (worlds, plot) => [figureOf(worlds, plot)],
  body: (worlds) => [gridOf(worlds)],
  csv: {
    columns: ["row", "world", "dial", "value", "weeks", "medianDcg", "medianNdcg", "pattern"],
    rows: (worlds) =>
      worlds.map(({ correlations: _, name, ...world }) => ({
        row: "world",
        world: name,
        ...world,
      })),
  },
  derived: (worlds) => [
    0,
    2,
    ...worlds.flatMap(({ pattern }) => (pattern === null ? [] : 100 * pattern)),
  ],
});

const gridOf = (worlds: readonly Table2World[]): Grid => ({
  caption: "The tested ranking, all rewards of both feeds",
  columns: [
    { header: "world" },
    ...numeric("dial at", "weeks", "median r, DCG", "median r, nDCG", "pattern"),
  ],
  rows: worlds.map(({ name, dial, value, weeks, medianDcg, medianNdcg, pattern }) => [
    dial === null && value > 1 ? `${name}, ${showStatistic(value)} ×` : name,
    dial === null ? "–" : showStatistic(value),
    String(weeks),
    medianDcg === null ? "–" : showNumber(medianDcg, 2),
    medianNdcg === null ? "–" : showNumber(medianNdcg, 2),
    pattern === null ? "–" : `${showNumber(100 * pattern, 0)} %`,
  ]),
  notes: [
    "Each dial breaks one assumption (docs/worlds.md says which); days that are more alike, or differ more, break none.",
    "Pattern: the share of series in which r is above 0 for DCG with the curve and Q̂ and below 0 for nDCG, as in the paper's Table 2.",
  ],
});

/** The two medians of each world on one line. */
function figureOf(worlds: readonly Table2World[], plot: PlotLibrary): Figure {
  const points = worlds.flatMap(({ name, medianDcg, medianNdcg }) => [
    { name, r: medianDcg, metric: "DCG" },
    { name, r: medianNdcg, metric: "nDCG" },
  ]);
  return {
    title: "Median r of the tested ranking, world by world",
    options: {
      ...{ height: 60 + 18 * worlds.length, marginLeft: 124 },
      x: { domain: [-1, 1], label: "r", grid: true },
      y: { type: "band", domain: worlds.map(({ name }) => name), label: null },
      color: seriesColours,
      symbol: { legend: true },
      marks: [
        plot.ruleX([0], { strokeDasharray: "3 3" }),
        plot.dot(points, { x: "r", y: "name", stroke: "metric", symbol: "metric" }),
      ],
    },
  };
}
