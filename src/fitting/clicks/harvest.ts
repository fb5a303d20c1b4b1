import { isReason, type Reason, reason } from "../../errors.js";
import { groupedBy } from "../../numeric/grouped-by.js";
import {
  addedByCell,
  type ClickCount,
  fitClicks,
  logLikelihoodOf,
  requireCounts,
} from "./fit-clicks.js";

/** Rates of clicks of the items that were shown at two ranks, added up over these items. */
export interface RankPair {
  readonly rank: number;
  readonly other: number;
  /** Σ clicks/impressions at `rank`, and Σ of the others' shares, 1 − clicks/impressions. */
  readonly clicked: number;
  readonly notClicked: number;
  readonly items: number;
}

/** Chances of views relative to the first rank, by rank; a rank that an estimate cannot reach is left out. */
export type RelativeViews = readonly { readonly rank: number; readonly p: number }[];

export interface Harvest {
  readonly pairs: readonly RankPair[];
  /** p_k/p_1 from the items at ranks 1 and k alone. */
  readonly pivot: RelativeViews;
  /** Products over neighbouring ranks, in which errors pile up. */
  readonly chain: RelativeViews;
  /** All pairs of ranks together, by maximum likelihood. */
  readonly allPairs: RelativeViews;
  readonly logLikelihood: number;
  /** False where `allPairs` was still moving after the last step of its fit. */
  readonly converged: boolean;
}

/**
 * Chances of views from clicks on items that different rankers showed at different ranks (Agarwal et al., WSDM 2019,
 * "intervention harvesting"), or the reason for none. `item` must name an item in its context (a query and a document),
 * so that its relevance is one number; ranks must differ for reasons other than relevance: take rows of several logging
 * policies and of the same days. Rows of one item and rank are added up. Throws a LogError for counts that are none.
 * With items a (.5 at rank 1, .2 at rank 2) and d (.5, .35), pivot is .55/1 at rank 2.
 */
export function harvestInterventions(clickCounts: readonly ClickCount[]): Harvest | Reason {
  requireCounts(clickCounts);
  const counts = addedByCell(clickCounts);
  const pairs = rankPairs(counts);
  const ranks = [...new Set(counts.map(({ rank }) => rank))].sort((a, b) => a - b);
  const rate = (rank: number, other: number): number | undefined =>
    pairs.find((pair) => pair.rank === rank && pair.other === other)?.clicked;
  const ratio = (k: number, j: number): number | undefined => {
    const [above, below] = [rate(k, j), rate(j, k)];
    return above === undefined || below === undefined || below === 0 ? undefined : above / below;
  };
  const [first = 1, ...others] = ranks;
  const pivot = others.flatMap((rank) => {
    const p = ratio(rank, first);
    return p === undefined ? [] : [{ rank, p }];
  });
  const linked = pairs.map(
    ({ rank, other, clicked, notClicked }): ClickCount => ({
      // The pair is one "item" whatever its order: its relevance is that of the items shown at both ranks.
      item: [rank, other].sort((a, b) => a - b).join(" and "),
      rank,
      impressions: clicked + notClicked,
      clicks: clicked,
    }),
  );
  if (linked.length === 0) return nothingMoved(ranks);
  const fit = fitClicks(linked);
  if (isReason(fit)) return fit;
  return {
    pairs,
    pivot: [{ rank: first, p: 1 }, ...pivot],
    chain: chained(ranks, ratio),
    allPairs: fit.relative,
    logLikelihood: logLikelihoodOf(linked, fit),
    converged: fit.converged,
  };
}

function chained(
  ranks: readonly number[],
  ratio: (k: number, j: number) => number | undefined,
): RelativeViews {
  const [first = 1, ...others] = ranks;
  const views = [{ rank: first, p: 1 }];
  for (const rank of others) {
    const { rank: last, p } = views.at(-1) ?? { rank: first, p: 1 };
    const step = ratio(rank, last);
    if (step === undefined) return views;
    views.push({ rank, p: p * step });
  }
  return views;
}

/** Both orders of every pair of ranks at which an item was shown. */
function rankPairs(counts: readonly ClickCount[]): readonly RankPair[] {
  const pairs = new Map<string, RankPair>();
  for (const cells of groupedBy(counts, ({ item }) => item)) {
    for (const { rank, clicks, impressions } of cells) {
      for (const { rank: other } of cells) {
        if (rank === other) continue;
        const key = `${rank} ${other}`;
        const before = pairs.get(key) ?? { rank, other, clicked: 0, notClicked: 0, items: 0 };
        const rate = clicks / impressions;
        pairs.set(key, {
          ...before,
          clicked: before.clicked + rate,
          notClicked: before.notClicked + 1 - rate,
          items: before.items + 1,
        });
      }
    }
  }
  return [...pairs.values()].sort((a, b) => a.rank - b.rank || a.other - b.other);
}

const nothingMoved = (ranks: readonly number[]): Reason =>
  reason(
    "ranksNotLinked",
    "No item was shown at two ranks, so clicks say nothing about views. What to do: log two rankers side by side or a little noise in the order, or log views.",
    { first: ranks[0] ?? 1, apart: ranks.slice(1) },
  );
