import type { Transitions } from "../transitions.js";

/**
 * Greenwood's standard errors of p̂_1 … p̂_n, p̂_r·sqrt(Σ_{j<r} d_j/(N_j(N_j − d_j))); without censoring
 * they are sqrt(p̂(1 − p̂)/n). They exist where p̂ > 0, and the values given end there.
 */
export function greenwood(
  { atRisk, stops }: Transitions,
  values: readonly number[],
): readonly number[] {
  let spread = 0;
  return values.map((value, at) => {
    const [risk, stopped] = [atRisk[at - 1] ?? 0, stops[at - 1] ?? 0];
    if (stopped > 0) spread += stopped / (risk * (risk - stopped));
    return value * Math.sqrt(spread);
  });
}
