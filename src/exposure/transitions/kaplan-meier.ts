import type { TransitionValues } from "./sums.js";
import type { Transitions } from "./transitions.js";

/**
 * p̂_1 = 1, p̂_{r+1} = Π_{j≤r}(1 − d_j/N_j) up to the last rank that anybody was seen to reach; a table
 * ends there, and so never holds a 0.
 * See docs/methods.md, "Kaplan–Meier".
 */
export function measuredSurvival({ atRisk, stops }: Transitions): readonly number[] {
  const values = [1];
  for (const [at, risk] of atRisk.entries()) {
    const continued = risk - (stops[at] ?? 0);
    if (continued === 0) break;
    values.push(((values[at] ?? 0) * continued) / risk);
  }
  return values;
}

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

/**
 * The influence of part of the data on log p̂_1, log p̂_2, …, to first order:
 * −Σ_{j<r} (d'_j − ĥ_j N'_j)/(N_j − d_j) with the part's counts N', d' and the whole's N, d, ĥ = d/N.
 */
export function influenceOnLogSurvival(
  whole: Transitions,
): (part: Transitions) => readonly number[] {
  return (part) => {
    const influence = [0];
    for (const [at, risk] of whole.atRisk.entries()) {
      const stopped = whole.stops[at] ?? 0;
      if (stopped === risk) break;
      const surplus = (part.stops[at] ?? 0) - (stopped / risk) * (part.atRisk[at] ?? 0);
      influence.push((influence[at] ?? 0) - surplus / (risk - stopped));
    }
    return influence;
  };
}

/**
 * The influence of one stop, and of one continuation, at rank j on a result with the slopes
 * ∂result/∂log p̂_k: −A_j/N_j and A_j·d_j/(N_j(N_j − d_j)) with A_j = Σ_{k>j} slopes_k; 0 from the rank on
 * beyond which nobody went. With N = 4, d = 1 at rank 1 and the slope 1 at rank 2: −1/4 and 1/12.
 */
export function influenceThroughSurvival(
  { atRisk, stops }: Transitions,
  slopes: readonly number[],
): TransitionValues {
  const nobody = atRisk.findIndex((risk, at) => risk === (stops[at] ?? 0));
  const ranks = nobody < 0 ? atRisk.length : nobody;
  const after = sumsAfter(slopes.slice(0, ranks + 1));
  const stop = atRisk.map((risk, at) => (at < ranks ? -(after[at] ?? 0) / risk : 0));
  const continuation = atRisk.map((risk, at) => {
    const stopped = stops[at] ?? 0;
    return at < ranks ? ((after[at] ?? 0) * stopped) / (risk * (risk - stopped)) : 0;
  });
  return { stop, continuation };
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
