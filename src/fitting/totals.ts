import type { Transitions } from "./transitions.js";

/** ΣN_j, Σd_j and the last rank with N_j > 0 (0 where there is none). */
export interface Totals {
  readonly atRisk: number;
  readonly stops: number;
  readonly ranks: number;
}

/** Sums over all ranks; of whole numbers, and so exact. */
export function totalsOf({ atRisk, stops }: Transitions): Totals {
  const total = (counts: readonly number[]): number =>
    counts.reduce((sum, count) => sum + count, 0);
  const ranks = atRisk.findLastIndex((risk) => risk > 0) + 1;
  return { atRisk: total(atRisk), stops: total(stops), ranks };
}
