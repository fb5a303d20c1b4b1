import { neumaierSum } from "../numeric/neumaier-sum.js";
import type { Transitions } from "./transitions.js";

/** Σ_j d_j·stop_j + (N_j − d_j)·onward_j, for what a stop and going on count for at each rank. */
export function sumOver(
  { atRisk, stops }: Transitions,
  stop: readonly number[],
  onward: readonly number[],
): number {
  return neumaierSum(
    atRisk.map((risk, at) => {
      const stopped = stops[at] ?? 0;
      return times(stopped, stop[at]) + times(risk - stopped, onward[at]);
    }),
  );
}

// What is impossible may count for infinitely much; where it did not happen it weighs nothing.
const times = (count: number, value = Number.NaN): number => (count === 0 ? 0 : count * value);
