import { powerOfTwo } from "../numeric/elementary/power-of-two.js";
import { outOfDomain } from "../numeric/out-of-domain.js";

/** Subsets of so many items fit into memory: 2^18 numbers. */
const mostItems = 18;

/**
 * The probability of each item at each rank under a Plackett–Luce ranker, which fills ranks from the top, each with an
 * item drawn by weight from those that are left: `result[item][rank − 1]`, for the first `slots` ranks. Exact, by
 * dynamic programming over subsets, f(S ∪ a) += f(S)·w_a/(W − W_S). Throws a RangeError for more than 18 items or
 * weights that are not positive. `plackettLuce([3, 1])` is [[0.75, 0.25], [0.25, 0.75]].
 */
export function plackettLuce(
  weights: readonly number[],
  slots: number = weights.length,
): readonly (readonly number[])[] {
  const n = weights.length;
  if (n > mostItems)
    throw outOfDomain("plackettLuce", "the number of items", `[1, ${mostItems}]`, n);
  requirePositive("plackettLuce", weights);
  const placement = weights.map(() => new Array<number>(slots).fill(0));
  const reached = new Float64Array(powerOfTwo(n));
  reached[0] = 1;
  for (let set = 0; set < powerOfTwo(n); set++) {
    const share = reached[set] ?? 0;
    const items = weights.map((_, i) => i).filter((i) => ((set >> i) & 1) === 0);
    const rank = n - items.length;
    if (rank >= slots || share === 0) continue;
    const left = items.reduce((sum, i) => sum + (weights[i] ?? 0), 0);
    for (const i of items) {
      const chance = (share * (weights[i] ?? 0)) / left;
      const row = placement[i];
      if (row !== undefined) row[rank] = (row[rank] ?? 0) + chance;
      reached[set | (1 << i)] = (reached[set | (1 << i)] ?? 0) + chance;
    }
  }
  return placement;
}

/**
 * The propensity of each displayed item given those above it, under a Plackett–Luce ranker: its weight divided by the
 * weights of all items that were left. `displayed` are indices into `weights`, from the top; their product is the
 * probability of the list. Throws a RangeError for an item twice, or one that there is not.
 * `plackettLucePropensities([3, 1], [1, 0])` is [0.25, 1].
 */
export function plackettLucePropensities(
  weights: readonly number[],
  displayed: readonly number[],
): readonly number[] {
  requirePositive("plackettLucePropensities", weights);
  const left = new Set(weights.keys());
  return displayed.map((item) => {
    const own = weights[item];
    if (own === undefined || !left.has(item)) {
      const domain = "the items that are left";
      throw outOfDomain("plackettLucePropensities", "a displayed item", domain, item);
    }
    const all = [...left].reduce((sum, i) => sum + (weights[i] ?? 0), 0);
    left.delete(item);
    return own / all;
  });
}

function requirePositive(caller: string, weights: readonly number[]): void {
  const wrong = weights.find((weight) => !(weight > 0 && Number.isFinite(weight)));
  if (wrong !== undefined) throw outOfDomain(caller, "a weight", "(0, ∞)", wrong);
}
