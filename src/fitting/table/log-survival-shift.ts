import type { Transitions } from "../transitions.js";

/**
 * How much part of the data moves log p̂_1, log p̂_2, …, to first order (methods B.11):
 * −Σ_{j<r} (d'_j − ĥ_j N'_j)/(N_j − d_j) with the part's counts N', d' and the whole's N, d, ĥ = d/N.
 */
export function logSurvivalShift(whole: Transitions): (part: Transitions) => readonly number[] {
  return (part) => {
    const shifts = [0];
    for (const [at, risk] of whole.atRisk.entries()) {
      const stopped = whole.stops[at] ?? 0;
      if (stopped === risk) break;
      const surplus = (part.stops[at] ?? 0) - (stopped / risk) * (part.atRisk[at] ?? 0);
      shifts.push((shifts[at] ?? 0) - surplus / (risk - stopped));
    }
    return shifts;
  };
}
