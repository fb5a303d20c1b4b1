import { LogError, type Reason, reason } from "../../errors.js";
import { ln } from "../../numeric/elementary/ln.js";
import { ascend } from "./ascend.js";

/** How often an item was shown at a rank, and how often it was clicked there. */
export interface ClickCount {
  readonly item: string;
  readonly rank: number;
  readonly impressions: number;
  readonly clicks: number;
}

/** P(click) = views of the rank × attraction of the item. */
export interface ClickModel {
  readonly views: ReadonlyMap<number, number>;
  readonly attraction: ReadonlyMap<string, number>;
}

export interface ClickFit extends ClickModel {
  /** View probabilities relative to the first rank, by rank: all that clicks identify. */
  readonly relative: readonly { readonly rank: number; readonly p: number }[];
  readonly logLikelihood: number;
  readonly steps: number;
  /** False where views may still have further to go than the tolerance: give more steps, or do not use the numbers. */
  readonly converged: boolean;
}

export interface ClickFitOptions {
  /** Views to start from; by default 1/2 everywhere. */
  readonly start?: Pick<ClickModel, "views">;
  /** Stops where no view has further to go than this, relatively, by its last steps; 1e-9 by default. */
  readonly tolerance?: number;
  /** At most so many steps, which are taken in pairs; 100,000 by default. */
  readonly maxSteps?: number;
}

/**
 * One step of expectation–maximisation for P(click) = θ_k·γ_a: θ and γ become the mean posterior chance that the rank
 * was viewed, and that the item attracts. A click says both; without one they are θ(1 − γ)/(1 − θγ) and
 * γ(1 − θ)/(1 − θγ) (Wang et al., WSDM 2018). The likelihood never falls.
 */
export function clickStep(counts: readonly ClickCount[], model: ClickModel): ClickModel {
  const views = new Map<number, [number, number]>();
  const attraction = new Map<string, [number, number]>();
  const add = <K>(to: Map<K, [number, number]>, key: K, sum: number, of: number): void => {
    const [before, all] = to.get(key) ?? [0, 0];
    to.set(key, [before + sum, all + of]);
  };
  for (const { item, rank, impressions, clicks } of counts) {
    const [theta, gamma] = [model.views.get(rank) ?? 0, model.attraction.get(item) ?? 0];
    const silent = impressions - clicks;
    const none = 1 - theta * gamma;
    const share = (p: number, other: number): number =>
      silent === 0 || none === 0 ? 0 : (silent * p * (1 - other)) / none;
    add(views, rank, clicks + share(theta, gamma), impressions);
    add(attraction, item, clicks + share(gamma, theta), impressions);
  }
  const means = <K>(sums: ReadonlyMap<K, readonly [number, number]>): ReadonlyMap<K, number> =>
    new Map([...sums].map(([key, [sum, all]]) => [key, sum / all]));
  return { views: means(views), attraction: means(attraction) };
}

/**
 * The position-based model fitted to clicks alone by maximum likelihood, or the reason for no fit. Only ratios of
 * views are known from clicks (θ·s and γ/s give the same clicks): `relative` holds them, in units of the first rank.
 * They do for weights of unclipped estimators; clips and predicted rewards need chances of views, from a view log.
 * No ratio is known between ranks that no chain of items links. Throws a LogError for counts that are none.
 *
 * `fitClicks([{ item: "a", rank: 1, impressions: 100, clicks: 40 }, { item: "a", rank: 2, impressions: 50, clicks: 10 }])`
 * has relative [{ rank: 1, p: 1 }, { rank: 2, p: 0.5 }].
 */
export function fitClicks(
  counts: readonly ClickCount[],
  { start, tolerance = 1e-9, maxSteps = 100_000 }: ClickFitOptions = {},
): ClickFit | Reason {
  requireCounts(counts);
  const shown = counts.filter(({ impressions }) => impressions > 0);
  const apart = ranksApart(shown);
  if (apart !== undefined) return apart;
  const ranks = [...new Set(shown.map(({ rank }) => rank))].sort((a, b) => a - b);
  const items = [...new Set(shown.map(({ item }) => item))];
  const places = {
    rank: new Map(ranks.map((rank, at) => [rank, at])),
    item: new Map(items.map((item, at) => [item, at])),
  };
  const cells = shown.map(({ rank, item, impressions, clicks }) => ({
    rank: places.rank.get(rank) ?? 0,
    item: places.item.get(item) ?? 0,
    clicks,
    silent: impressions - clicks,
  }));
  const from = ranks.map((rank) => start?.views.get(rank) || 0.5);
  const ascent = ascend(cells, from, items.length, { tolerance, maxSteps });
  const model: ClickModel = {
    views: new Map(ranks.map((rank, at) => [rank, ascent.views[at] ?? 0])),
    attraction: new Map(items.map((item, at) => [item, ascent.attraction[at] ?? 0])),
  };
  const first = ascent.views[0] ?? 0;
  const relative = ranks.map((rank, at) => ({ rank, p: (ascent.views[at] ?? 0) / first }));
  const { steps, converged } = ascent;
  return { ...model, relative, logLikelihood: logLikelihoodOf(shown, model), steps, converged };
}

/** Σ c·log θγ + (N − c)·log(1 − θγ) over items and ranks. */
export function logLikelihoodOf(counts: readonly ClickCount[], model: ClickModel): number {
  return counts.reduce((sum, { item, rank, impressions, clicks }) => {
    const p = (model.views.get(rank) ?? 0) * (model.attraction.get(item) ?? 0);
    const of = (n: number, q: number): number => (n === 0 ? 0 : n * ln(q));
    return sum + of(clicks, p) + of(impressions - clicks, 1 - p);
  }, 0);
}

/** Throws a LogError for what is no count of clicks and impressions at a rank. */
export function requireCounts(counts: readonly ClickCount[]): void {
  const at = counts.findIndex(
    ({ rank, impressions, clicks }) =>
      !(Number.isInteger(rank) && rank >= 1 && clicks >= 0 && clicks <= impressions) ||
      !Number.isFinite(impressions),
  );
  if (at < 0) return;
  const { item = "", rank = 0, impressions = 0, clicks = 0 } = counts[at] ?? {};
  const message = `Count ${at + 1} (item ${item}): expected a rank from 1 on and clicks from 0 to the impressions, got rank ${rank} with ${clicks} clicks of ${impressions} impressions.`;
  throw new LogError(reason("notACount", message, { at, item, rank, impressions, clicks }));
}

/** One count for each item and rank that was shown, however many rows it comes from. */
export function addedByCell(counts: readonly ClickCount[]): readonly ClickCount[] {
  const cells = new Map<string, ClickCount>();
  for (const count of counts) {
    if (count.impressions === 0) continue;
    const key = `${count.rank} ${count.item}`;
    const { impressions = 0, clicks = 0 } = cells.get(key) ?? {};
    cells.set(key, {
      ...count,
      impressions: impressions + count.impressions,
      clicks: clicks + count.clicks,
    });
  }
  return [...cells.values()];
}

/** Ranks that no chain of clicked items links to the first, if there are any. */
function ranksApart(counts: readonly ClickCount[]): Reason | undefined {
  const clicked = counts.filter(({ clicks }) => clicks > 0);
  const ranks = [...new Set(counts.map(({ rank }) => rank))].sort((a, b) => a - b);
  const [first = 1] = ranks;
  const ranksOf = listed(counts, ({ item }) => item);
  const linked = new Set<number>([first]);
  const reached = new Set<string>();
  const itemsAt = listed(clicked, ({ rank }) => rank);
  const waiting = [first];
  for (let rank = waiting.pop(); rank !== undefined; rank = waiting.pop()) {
    for (const { item } of itemsAt.get(rank) ?? []) {
      if (reached.has(item)) continue;
      reached.add(item);
      for (const { rank: other } of ranksOf.get(item) ?? []) {
        if (linked.has(other)) continue;
        linked.add(other);
        waiting.push(other);
      }
    }
  }
  const apart = ranks.filter((rank) => !linked.has(rank));
  const hasClicks = clicked.some(({ rank }) => rank === first);
  if (apart.length === 0 && hasClicks) return undefined;
  const which =
    apart.length === 0
      ? `rank ${first} has no click`
      : `no clicked item links ${apart.length === 1 ? "rank" : "ranks"} ${apart.slice(0, 10).join(", ")} to rank ${first}`;
  const message = `Clicks identify view probabilities only relative to each other, and ${which}. What to do: log the same items at several ranks (two rankers side by side, or a little noise in the order), or log views.`;
  return reason("ranksNotLinked", message, { first, apart });
}

function listed<K>(
  counts: readonly ClickCount[],
  keyOf: (count: ClickCount) => K,
): ReadonlyMap<K, readonly ClickCount[]> {
  const lists = new Map<K, ClickCount[]>();
  for (const count of counts) {
    const clickCounts = lists.get(keyOf(count)) ?? [];
    clickCounts.push(count);
    lists.set(keyOf(count), clickCounts);
  }
  return lists;
}
