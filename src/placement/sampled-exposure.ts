/**
 * An exposure from drawn rankings: the mean of the item's exposures p(rank), 0 where a ranking does not show it. For the
 * *logging* policy give the exposure of the logged ranking itself as `logged`, which is then one of the draws:
 * logged and drawn rankings are exchangeable, so that the mean of view/exposure is 1 (but for the chance that no ranking
 * shows the item), and no logged item has exposure 0. Without it weights are too large, by about Var(p(rank))/(N·ε²).
 * It holds only if the logged ranking really came from the ranker that is drawn from. Throws a RangeError for no draws.
 * `sampledExposure([1, 0, 0.5], 0.5)` is 0.5.
 */
export function sampledExposure(draws: readonly number[], logged?: number): number {
  const all = logged === undefined ? draws : [...draws, logged];
  if (all.length === 0) throw new RangeError("sampledExposure: expected at least one ranking.");
  return all.reduce((sum, each) => sum + each, 0) / all.length;
}
