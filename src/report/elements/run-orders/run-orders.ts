import type { Inversion, Orders, RankResult } from "../../../answers/index.js";
import { showBareP, showCount, showNumber, showSigned } from "../../../numeric/show-number.js";
import { defineElement, type Element } from "../../element.js";
import { type Grid, numeric, texts } from "../../formats/grid.js";

/** How many inversions the tables name; JSON has all. */
const mostShown = 10;

export const runOrders: Element<RankResult> = defineElement({
  name: "run-orders",
  title: "The choice of a run",
  view: ({ orders }: RankResult) => orders,
  body: (orders) => gridsOf(orders),
  derived: ({ inversions, runs, disagreement: { probability, inverted } }) => [
    inversions.length,
    Math.min(inversions.length, mostShown),
    runs.length,
    100 * (probability ?? 0),
    100 * (inverted ?? 0),
  ],
});

const gridsOf = (orders: Orders): readonly Grid[] => [
  orderGrid(orders),
  ...(orders.inversions.length === 0 ? [] : [inversionGrid(orders.inversions)]),
];

const noteOf = (skipped: number): string =>
  `Means over the users who count in every run: ${showCount(skipped)} ${skipped === 1 ? "user who counts" : "users who count"} in some runs only ${skipped === 1 ? "is" : "are"} left out.`;

const showRank = (rank: number | null): string => (rank === null ? "–" : showCount(rank));

function orderGrid(orders: Orders): Grid {
  const { runs, measures, disagreement, pearson, kendall, skipped } = orders;
  const { dcg, ndcg, pndcg } = measures;
  const percent = (share: number | null): string =>
    share === null ? "–" : `${showNumber(100 * share, 2)} %`;
  return {
    caption: "The order of the runs by DCG and by nDCG",
    columns: [{ header: "run" }, ...numeric(dcg, "rank", ndcg, "its rank", pndcg)],
    rows: runs.map((row) => [
      row.run,
      showNumber(row.dcg, 5),
      showRank(row.rankByDcg),
      showNumber(row.ndcg, 5),
      showRank(row.rankByNdcg),
      showNumber(row.pndcg, 5),
    ]),
    notes: [
      ...(skipped === 0 ? [] : [noteOf(skipped)]),
      disagreement.inverted === null
        ? "No two runs have a value by both measures, so that there is no P(disagreement)."
        : `P(disagreement) ${percent(disagreement.probability)}, a tie in nDCG alone agreeing; of all pairs ${percent(disagreement.inverted)} are ordered oppositely.`,
      ...(pearson === null || kendall === null
        ? []
        : [
            `Pearson ${showNumber(pearson.r, 5)} (p ${showBareP(pearson.p)}), Kendall's tau-b ${showNumber(kendall.tauB, 5)} (p ${showBareP(kendall.p)}).`,
          ]),
    ],
  };
}

function inversionGrid(all: readonly Inversion[]): Grid {
  const shown = all.slice(0, mostShown);
  return {
    caption:
      shown.length < all.length
        ? `Pairs that DCG and nDCG order oppositely: ${shown.length} of ${showCount(all.length)}, widest in nDCG first`
        : "Pairs that DCG and nDCG order oppositely",
    columns: [
      ...texts("better by DCG", "better by nDCG"),
      ...[...numeric("in DCG", "in nDCG"), ...texts("most influential users")],
    ],
    rows: shown.map(({ byDcg, byNdcg, dcg, ndcg, users }) => [
      byDcg,
      byNdcg,
      showSigned(dcg, 5),
      showSigned(ndcg, 5),
      users.map(({ user }) => user).join(", "),
    ]),
  };
}
