import type { Transitions } from "../transitions.js";

/**
 * p̂_1 = 1, p̂_{r+1} = Π_{j≤r}(1 − d_j/N_j) up to the last rank that anybody was seen to reach; a table
 * ends there, and so never holds a 0.
 */
export function measuredSurvival({ atRisk, stops }: Transitions): readonly number[] {
  const values = [1];
  for (const [at, risk] of atRisk.entries()) {
    const onward = risk - (stops[at] ?? 0);
    if (onward === 0) break;
    values.push(((values[at] ?? 0) * onward) / risk);
  }
  return values;
}
