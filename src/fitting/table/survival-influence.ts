import type { TransitionScore } from "../../exposure/score.js";
import type { Transitions } from "../transitions.js";

/**
 * What one stop, and one going on, at rank j moves a result by that has the slopes ∂result/∂log p̂_k:
 * −A_j/N_j and A_j·d_j/(N_j(N_j − d_j)) with A_j = Σ_{k>j} slopes_k (methods B.11); 0 from the rank on
 * beyond which nobody went. With N = 4, d = 1 at rank 1 and the slope 1 at rank 2: −1/4 and 1/12.
 */
export function survivalInfluence(
  { atRisk, stops }: Transitions,
  slopes: readonly number[],
): TransitionScore {
  const nobody = atRisk.findIndex((risk, at) => risk === (stops[at] ?? 0));
  const ranks = nobody < 0 ? atRisk.length : nobody;
  const after = sumsAfter(slopes.slice(0, ranks + 1));
  const stop = atRisk.map((risk, at) => (at < ranks ? -(after[at] ?? 0) / risk : 0));
  const onward = atRisk.map((risk, at) => {
    const stopped = stops[at] ?? 0;
    return at < ranks ? ((after[at] ?? 0) * stopped) / (risk * (risk - stopped)) : 0;
  });
  return { stop, onward };
}

/** Σ of what comes after each entry. */
function sumsAfter(values: readonly number[]): readonly number[] {
  let sum = 0;
  return values
    .toReversed()
    .map((value) => {
      const after = sum;
      sum += value;
      return after;
    })
    .toReversed();
}
