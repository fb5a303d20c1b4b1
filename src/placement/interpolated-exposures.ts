import { outOfDomain } from "../numeric/out-of-domain.js";

/** The placements of one item by both policies: the chance of rank k at `[k − 1]`. */
export interface Placements {
  readonly logging: readonly number[];
  readonly target: readonly number[];
}

/**
 * Exposures whose ratio is the weight of INTERPOL (Buchholz, London, Di Benedetto and Joachims 2022, arXiv 2210.09512) for an
 * item displayed at `rank`: w = Σ_k π(k)p_k / Σ_j π_0(j)p_j, where k runs over the ranks at most `window` from the displayed
 * one, and j over those at most `window` from k. `logging` is π_0(rank)·p_rank, and `target` is w times it, so that both may be
 * given as exposures for `ips`. With a window of 0 the curve cancels and w is that of `iips`; with a window as long as the
 * list it is ε_t/ε_0. Between them only differences of reward ÷ views among neighbouring ranks make a bias.
 *
 * `curve[k − 1]` is the chance of a view at rank k. Throws a RangeError for a rank or window that is no whole number from 1,
 * or 0, on, for placements and views that are no chances, and for a rank at which the logging policy never put the item.
 * `interpolatedExposures({ logging: [0.5, 0.5], target: [1, 0] }, [1, 0.6], { rank: 2, window: 1 })` is
 * { logging: 0.3, target: 0.375 }.
 */
export function interpolatedExposures(
  { logging, target }: Placements,
  curve: readonly number[],
  { rank, window }: { readonly rank: number; readonly window: number },
): { readonly logging: number; readonly target: number } {
  const caller = "interpolatedExposures";
  if (!(Number.isInteger(rank) && rank >= 1)) throw outOfDomain(caller, "rank", "1, 2, …", rank);
  if (!(window >= 0) || (window !== Number.POSITIVE_INFINITY && !Number.isInteger(window))) {
    throw outOfDomain(caller, "window", "0, 1, …", window);
  }
  requireChances(caller, { logging, target, curve });
  const views = (placement: readonly number[], k: number): number =>
    (placement[k - 1] ?? 0) * (curve[k - 1] ?? 0);
  const own = views(logging, rank);
  if (!(own > 0)) throw outOfDomain(caller, "the logging exposure at the rank", "(0, 1]", own);
  const length = Math.max(logging.length, target.length);
  const near = (k: number): readonly number[] => {
    const [first, last] = [Math.max(1, k - window), Math.min(length, k + window)];
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
  };
  const weight = near(rank).reduce((sum, k) => {
    const shown = near(k).reduce((all, j) => all + views(logging, j), 0);
    return sum + views(target, k) / shown;
  }, 0);
  return { logging: own, target: own * weight };
}

/** Sums of chances may pass 1 by rounding. */
const mostChance = 1 + 1e-9;

function requireChances(caller: string, given: Readonly<Record<string, readonly number[]>>): void {
  for (const [name, chances] of Object.entries(given)) {
    const at = chances.findIndex((p) => !(p >= 0 && p <= mostChance));
    if (at >= 0) throw outOfDomain(caller, `${name}[${at}]`, "[0, 1]", chances[at] ?? Number.NaN);
  }
}
