import { showBareP, showCount, showNumber } from "../../../numeric/index.js";
import type { ComparedModel, Comparison } from "../../../recommenders/index.js";
import { linearScale } from "../../charts/scale.js";
import { defineElement, type Element } from "../../element.js";
import { type Grid, gridsMarkdown, gridsMarkup, gridsText } from "../../formats/grid.js";
import { html, type Markup } from "../../formats/html/markup.js";

/** Models by DCG and by nDCG: a picture, how often the two disagree, and the models themselves. */
export const comparedModels: Element<Comparison> = defineElement({
  name: "compared-models",
  title: "DCG and nDCG of the same models",
  view: (comparison: Comparison) => (comparison.models.length === 0 ? null : comparison),
  html: (comparison) =>
    html`${scatter(comparison.models)}${sentences(comparison).map((each) => html`<p>${each}</p>`)}${gridsMarkup([gridOf(comparison, Infinity)])}`,
  text: (comparison, style) => gridsText([gridOf(comparison, style.full ? Infinity : 10)], style),
  markdown: (comparison) => gridsMarkdown([gridOf(comparison, 20)]),
  csv: {
    columns: ["row", "model", "dcg", "ndcg"],
    rows: ({ models }) =>
      models.map(({ name, dcg, ndcg }) => ({ row: "model", model: name, dcg, ndcg })),
  },
  derived: ({ orders, models, users, usersEvaluated }) => [
    100 * (orders.disagreement.probability ?? 0),
    100 * (orders.disagreement.inverted ?? 0),
    ...[models.length, Math.min(models.length, 10), Math.min(models.length, 20)],
    users - usersEvaluated,
  ],
});

const bestFirst = (models: readonly ComparedModel[]): readonly ComparedModel[] =>
  models.toSorted((a, b) => b.dcg - a.dcg);

function gridOf(comparison: Comparison, most: number): Grid {
  const { models, cutoff } = comparison;
  const shown = bestFirst(models).slice(0, most);
  const count =
    shown.length < models.length ? `the best ${shown.length} of ${models.length} models` : "models";
  return {
    caption: `DCG@${cutoff} and nDCG@${cutoff}: ${count}`,
    columns: [
      { header: "model" },
      { header: `DCG@${cutoff}`, numeric: true },
      { header: `nDCG@${cutoff}`, numeric: true },
    ],
    rows: shown.map(({ name, dcg, ndcg }) => [name, showNumber(dcg, 6), showNumber(ndcg, 6)]),
    ...(most === Infinity ? {} : { notes: sentences(comparison) }),
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
    `${showCount(interactions.learnt)} interactions learnt from, ${showCount(interactions.heldOut)} held out; ${showCount(usersEvaluated)} of ${showCount(users)} users evaluated, ${showCount(items)} items, ${showCount(itemsWithoutTraining)} of them without training.`,
  ];
}

const [width, height, margin] = [640, 420, 50];

/** DCG from left to right, nDCG from below; each kind of model has its own mark. */
function scatter(models: readonly ComparedModel[]): Markup {
  const rangeOf = (values: readonly number[]): readonly [number, number] => [
    Math.min(...values),
    Math.max(...values),
  ];
  const x = linearScale(rangeOf(models.map(({ dcg }) => dcg)), [margin + 8, width - 10]);
  const y = linearScale(rangeOf(models.map(({ ndcg }) => ndcg)), [height - margin - 8, 10]);
  const kinds = [...new Set(models.map(({ model }) => model))];
  const bottom = height - margin;
  return html`<svg class="scatter" aria-hidden="true" viewBox="0 0 ${width} ${height}" width="100%" style="max-width:${width}px"><rect x="${margin}" y="2" width="${width - margin - 2}" height="${bottom - 2}" fill="none" stroke="currentColor" stroke-opacity=".3"/>${x.ticks.map((tick) => html`<text x="${x.at(tick)}" y="${bottom + 18}" text-anchor="middle" font-size="12" fill="currentColor">${tick}</text>`)}${y.ticks.map((tick) => html`<text x="${margin - 6}" y="${y.at(tick) + 4}" text-anchor="end" font-size="12" fill="currentColor">${tick}</text>`)}<text x="${width - 10}" y="${height - 6}" text-anchor="end" font-size="13" fill="currentColor">DCG</text><text x="4" y="16" font-size="13" fill="currentColor">nDCG</text>${models.map((each) => mark(x.at(each.dcg), y.at(each.ndcg), kinds.indexOf(each.model)))}${kinds.map((kind, at) => html`${mark(margin + 16 + 110 * at, height - 11, at)}<text x="${margin + 24 + 110 * at}" y="${height - 6}" font-size="13" fill="currentColor">${kind}</text>`)}</svg>`;
}

const mark = (x: number, y: number, kind: number): Markup =>
  kind === 0
    ? html`<circle cx="${x}" cy="${y}" r="3" fill="none" stroke="currentColor"/>`
    : html`<path d="M${x - 3} ${y - 3}l6 6m0 -6l-6 6" stroke="currentColor" fill="none"/>`;
