import { isReason, type Reason } from "../errors.js";
import type { Formula, Functional } from "./estimator.js";

/** One formula of several, each with its weight; `parts` are those that `leastVariance` weighs. */
export const combinationOf = (
  parts: readonly Formula[],
  weights: readonly number[] = parts.map(() => 1 / parts.length),
): Formula => ({
  components: parts.flatMap(({ components }) => components),
  plugIn: weightedSum(parts, weights),
  parts,
});

function weightedSum(parts: readonly Formula[], weights: readonly number[]): Functional {
  return (means) => {
    let from = 0;
    let value = 0;
    const gradient: number[] = [];
    for (const [k, { plugIn, components }] of parts.entries()) {
      const answer: ReturnType<Functional> | Reason = plugIn(
        means.slice(from, from + components.length),
      );
      if (isReason(answer)) return answer;
      const weight = weights[k] ?? 0;
      value += weight * answer.value;
      gradient.push(...answer.gradient.map((slope) => weight * slope));
      from += components.length;
    }
    return { value, gradient };
  };
}
