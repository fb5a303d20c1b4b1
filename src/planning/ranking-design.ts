import { square } from "../numeric/elementary/square.js";
import { varianceOf } from "./water-filling.js";

/** A ranking (item at rank 1 first, items by their place in the input) and how often it is shown. */
export interface RankingShare {
  readonly share: number;
  readonly ranking: readonly number[];
}

export interface RankingDesign {
  /** Expected views of every item. */
  readonly exposure: readonly number[];
  /** Σ s²/ε, the part of the variance that the logging decides. */
  readonly objective: number;
}

/**
 * The exposures that rankings can have and that make Σ s²/ε least: `p` are the view probabilities by rank, s the
 * target's exposure times √E[Q²] of every item. Exposures that rankings can have are those majorised by p: sorted
 * by s, ε is s times the slopes of the greatest convex minorant of the points (Σs, Σp).
 * The form for rankings of variance-minimising logging (Tucker and Joachims, WSDM 2023).
 */
export function bestExposure(s: readonly number[], p: readonly number[]): RankingDesign {
  const order = [...s.keys()].sort((a, b) => (s[b] ?? 0) - (s[a] ?? 0));
  const blocks: { s: number; p: number; items: number[] }[] = [];
  for (const [rank, item] of order.entries()) {
    let block = { s: s[item] ?? 0, p: p[rank] ?? 0, items: [item] };
    for (let last = blocks.at(-1); last !== undefined; last = blocks.at(-1)) {
      if (block.p * last.s > last.p * block.s) break;
      blocks.pop();
      block = { s: last.s + block.s, p: last.p + block.p, items: [...last.items, ...block.items] };
    }
    blocks.push(block);
  }
  const exposure = new Array<number>(s.length).fill(0);
  for (const block of blocks) {
    for (const item of block.items) {
      exposure[item] =
        block.s > 0 ? (block.p / block.s) * (s[item] ?? 0) : block.p / block.items.length;
    }
  }
  return { exposure, objective: varianceOf(s, exposure) };
}

/**
 * Rankings whose mixture has nearly these exposures, by Frank and Wolfe's method: each step adds the ranking by
 * s²/ε², the items that gain most from a view first, with the share that lowers the objective most.
 */
export function mixtureOfRankings(
  s: readonly number[],
  p: readonly number[],
  steps: number,
): RankingDesign & { readonly mixture: readonly RankingShare[] } {
  const by = (score: (item: number) => number): readonly number[] =>
    [...s.keys()].sort((a, b) => score(b) - score(a));
  const exposureOf = (ranking: readonly number[]): readonly number[] => {
    const exposure = new Array<number>(s.length).fill(0);
    for (const [rank, item] of ranking.entries()) exposure[item] = p[rank] ?? 0;
    return exposure;
  };
  const first = by((item) => s[item] ?? 0);
  let exposure = exposureOf(first);
  let mixture: readonly RankingShare[] = [{ share: 1, ranking: first }];
  for (let step = 0; step < steps; step++) {
    const ranking = by((item) => square((s[item] ?? 0) / (exposure[item] ?? 1)));
    const next = exposureOf(ranking);
    const at = (share: number): readonly number[] =>
      exposure.map((chance, item) => (1 - share) * chance + share * (next[item] ?? 0));
    const share = leastOf((share) => varianceOf(s, at(share)));
    if (share < 1e-4) break;
    exposure = at(share);
    mixture = together([
      ...mixture.map((rankingShare) => ({
        ...rankingShare,
        share: rankingShare.share * (1 - share),
      })),
      { share, ranking },
    ]);
  }
  return { exposure, objective: varianceOf(s, exposure), mixture };
}

/** The share in [0, 1] where a convex function is least, by golden sections. */
function leastOf(of: (share: number) => number): number {
  const golden = (Math.sqrt(5) - 1) / 2;
  let [low, high] = [0, 1];
  for (let step = 0; step < 40; step++) {
    const [a, b] = [high - golden * (high - low), low + golden * (high - low)];
    if (of(a) <= of(b)) high = b;
    else low = a;
  }
  return (low + high) / 2;
}

/** One line for each ranking, the most frequent first. */
function together(parts: readonly RankingShare[]): readonly RankingShare[] {
  const shares = new Map<string, RankingShare>();
  for (const { share, ranking } of parts) {
    const key = ranking.join();
    shares.set(key, { ranking, share: share + (shares.get(key)?.share ?? 0) });
  }
  return [...shares.values()].sort((a, b) => b.share - a.share);
}

/**
 * What exploring costs: the reward per trajectory that another exposure gives up, Σ q·(ε_production − ε).
 */
export const costOf = (
  quality: readonly number[],
  production: readonly number[],
  exposure: readonly number[],
): number =>
  quality.reduce((sum, q, item) => sum + q * ((production[item] ?? 0) - (exposure[item] ?? 0)), 0);
