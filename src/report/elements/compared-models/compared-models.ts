import type { ComparedModel, Comparison } from "../../../answers/index.js";
import { showBareP, showCount, showNumber } from "../../../numeric/show-number.js";
import { seriesColours } from "../../charts/series-colours.js";
import { defineElement, type Element } from "../../element.js";
import type { Figure, PlotLibrary } from "../../figure.js";
import { type Grid, numeric } from "../../formats/grid.js";

export const comparedModels: Element<Comparison> = defineElement({
  name: "compared-models",
  title: "DCG and nDCG of the same models",
  view: (comparison: Comparison) => (comparison.models.length === 0 ? null : comparison),
  figures: ({ models, cutoff }, plot) => [scatter(models, cutoff, plot)],
  body: (comparison, { format, full }) => [
    gridOf(comparison, full || format === "html" ? Infinity : mostShown[format]),
  ],
  csv: {
    columns: ["row", "model", "dcg", "ndcg"],
    rows: ({ models }) =>
      models.map(({ name, dcg, ndcg }) => ({ row: "model", model: name, dcg, ndcg })),
  },
  derived: ({ orders, models, users, usersEvaluated }) => [
    100 * (orders.disagreement.probability ?? 0),
    100 * (orders.disagreement.inverted ?? 0),
    ...[models.length, ...Object.values(mostShown).map((most) => Math.min(models.length, most))],
    users - usersEvaluated,
  ],
});

const mostShown = { text: 10, markdown: 20 };

const bestFirst = (models: readonly ComparedModel[]): readonly ComparedModel[] =>
  models.toSorted((a, b) => b.dcg - a.dcg);

function gridOf(comparison: Comparison, most: number): Grid {
  const { models, cutoff } = comparison;
  const shown = bestFirst(models).slice(0, most);
  const count =
    shown.length < models.length ? `the best ${shown.length} of ${models.length} models` : "models";
  return {
    caption: `DCG@${cutoff} and nDCG@${cutoff}: ${count}`,
    columns: [{ header: "model" }, ...numeric(`DCG@${cutoff}`, `nDCG@${cutoff}`)],
    rows: shown.map(({ name, dcg, ndcg }) => [name, showNumber(dcg, 6), showNumber(ndcg, 6)]),
    notes: sentences(comparison),
  };
}

function sentences({ orders, interactions, ...facts }: Comparison): readonly string[] {
  const { disagreement, pearson, kendall } = orders;
  const percent = (share: number | null): string =>
    share === null ? "–" : `${showNumber(100 * share, 2)} %`;
  const { usersEvaluated, users, items, itemsWithoutTraining } = facts;
  return [
    `P(disagreement) ${percent(disagreement.probability)}, a tie in nDCG alone agreeing; of all pairs ${percent(disagreement.inverted)} are ordered oppositely.`,
    pearson === null || kendall === null
      ? "The models do not differ, so that there is no correlation."
      : `Pearson ${showNumber(pearson.r, 5)} (p ${showBareP(pearson.p)}), Kendall's tau-b ${showNumber(kendall.tauB, 5)} (p ${showBareP(kendall.p)}).`,
    `${showCount(interactions.training)} interactions for training, ${showCount(interactions.heldOut)} held out; ${showCount(usersEvaluated)} of ${showCount(users)} users evaluated, ${showCount(items)} items, ${showCount(itemsWithoutTraining)} of them without training data.`,
  ];
}

/** nDCG against DCG; each kind of model has its own mark. */
const scatter = (models: readonly ComparedModel[], cutoff: number, plot: PlotLibrary): Figure => ({
  title: "nDCG against DCG, one mark per model",
  options: {
    ...{ width: 640, height: 420, marginLeft: 60, inset: 8 },
    x: { label: `DCG@${cutoff}`, grid: true },
    y: { label: `nDCG@${cutoff}`, grid: true },
    color: seriesColours,
    symbol: { legend: true },
    marks: [
      plot.frame({ strokeOpacity: 0.3 }),
      plot.dot(models, { x: "dcg", y: "ndcg", stroke: "model", symbol: "model" }),
    ],
  },
});
