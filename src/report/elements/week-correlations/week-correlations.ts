import type { CorrelationOfWeeks, Table2 } from "../../../answers/index.js";
import { showNumber } from "../../../numeric/show-number.js";
import { defineElement, type Element } from "../../element.js";
import type { Figure, PlotLibrary } from "../../figure.js";
import { type Grid, numeric } from "../../formats/grid.js";

export const weekCorrelations: Element<Table2> = defineElement({
  name: "week-correlations",
  title: "Where every assumption holds: Pearson's r over the days of a week",
  view: ({ worlds }: Table2) => {
    const [first] = worlds;
    return first === undefined || first.correlations.length === 0 ? null : first.correlations;
  },
  figures: (correlations, plot) => groupsOf(correlations).map((group) => figureOf(group, plot)),
  body: (correlations) => [gridOf(correlations)],
  csv: {
    columns: [
      ...["row", "feed", "reward", "ranking", "variant", "weeks"],
      ...["median", "low", "high", "significant", "negative"],
    ],
    rows: (correlations) =>
      correlations.map((correlation) => ({ row: "correlation", ...correlation })),
  },
  derived: (correlations) => [
    ...[-1, 1, 0, 0.05],
    10,
    90,
    ...correlations.flatMap(({ significant, negative }) => [100 * significant, 100 * negative]),
  ],
});

const groupsOf = (
  correlations: readonly CorrelationOfWeeks[],
): readonly (readonly CorrelationOfWeeks[])[] => {
  const names = [...new Set(correlations.map(placeOf))];
  return names.map((name) => correlations.filter((correlation) => placeOf(correlation) === name));
};

const placeOf = ({ feed, ranking }: CorrelationOfWeeks): string => `feed ${feed}, ${ranking}`;

const percent = (share: number): string => `${showNumber(100 * share, 0)} %`;

/** From the 10 % to the 90 % quantile of r, with a mark at the median, variant by variant in each reward. */
function figureOf(group: readonly CorrelationOfWeeks[], plot: PlotLibrary): Figure {
  const variants = [...new Set(group.map(({ variant }) => variant))];
  const rewards = [...new Set(group.map(({ reward }) => reward))];
  const rows = { y: "variant", fy: "reward" };
  return {
    title: `Pearson's r, ${group.slice(0, 1).map(placeOf)}: median, and 10 % to 90 % of the weeks`,
    options: {
      ...{ height: 60 + 16 * variants.length * rewards.length, marginLeft: 88, marginRight: 48 },
      x: { domain: [-1, 1], label: "r", grid: true },
      y: { type: "band", domain: variants, label: null },
      fy: { domain: rewards, label: null },
      marks: [
        plot.ruleX([0], { strokeDasharray: "3 3" }),
        plot.ruleY(group, {
          ...rows,
          x1: "low",
          x2: "high",
          stroke: "var(--mark)",
          strokeWidth: 3,
        }),
        plot.dot(group, { ...rows, x: "median", fill: "var(--mark)", r: 4 }),
      ],
    },
  };
}

const gridOf = (correlations: readonly CorrelationOfWeeks[]): Grid => ({
  caption: "Pearson's r over the days of a week, in simulated weeks (median, and 10 % … 90 %)",
  columns: [
    { header: "feed, reward, ranking" },
    { header: "variant" },
    ...numeric("median", "10 %", "90 %", "p < .05", "negative"),
  ],
  rows: correlations.map((correlation) => [
    `feed ${correlation.feed}, ${correlation.reward}, ${correlation.ranking}`,
    correlation.variant,
    ...[correlation.median, correlation.low, correlation.high].map((value) => showNumber(value, 2)),
    percent(correlation.significant),
    percent(correlation.negative),
  ]),
  notes: [
    "R0 is the ranking that wrote the log, compared with what its own arm earned; Rt is the tested one, estimated from that log and compared with its own arm. log2 and curve are the discounts; C is the reward, Q̂ the reward divided by the probability of the view.",
  ],
});
