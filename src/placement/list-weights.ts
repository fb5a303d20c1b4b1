import { outOfDomain } from "../numeric/out-of-domain.js";
import { leastNormSolution } from "./least-norm-solution.js";

/** A list of items from the top, and its probability under both policies. */
export interface WeighedList {
  readonly items: readonly (string | number)[];
  readonly logging: number;
  readonly target: number;
}

/** Items in slots that a log can tell apart. */
const mostPairs = 400;

/**
 * The pseudo-inverse weight q_πᵀ Γ_0⁺ 1_s of each list, in the order given: Γ_0 = E_0[1_s 1_sᵀ] and q_π = E_π[1_s] over
 * indicators of which item stands in which slot (Swaminathan et al., NIPS 2017). Exact where all lists are given with
 * their probabilities; from sampled lists give each 1/N, under the policy that it was drawn from. It is unbiased for the reward of lists
 * whose slots have additive effects, and where slots are filled by themselves it is 1 + Σ_r (π/π_0 − 1). A list that the
 * logging policy never shows has a weight, too, which nothing multiplies. Throws a RangeError where a policy's
 * probabilities do not add up to 1, or for more than 400 pairs of item and slot.
 */
export function listWeights(lists: readonly WeighedList[]): readonly number[] {
  for (const policy of ["logging", "target"] as const) {
    const total = lists.reduce((sum, list) => sum + list[policy], 0);
    if (Math.abs(total - 1) > 1e-9) {
      throw outOfDomain("listWeights", `the sum of ${policy} probabilities`, "[1, 1]", total);
    }
  }
  const places = new Map<string, number>();
  const marks = lists.map(({ items }) =>
    items.map((item, slot) => {
      const key = JSON.stringify([slot, item]);
      const at = places.get(key) ?? places.size;
      places.set(key, at);
      return at;
    }),
  );
  const size = places.size;
  if (size > mostPairs)
    throw outOfDomain("listWeights", "pairs of item and slot", `[1, ${mostPairs}]`, size);
  const gamma = Array.from({ length: size }, () => new Array<number>(size).fill(0));
  const wanted = new Array<number>(size).fill(0);
  lists.forEach(({ logging, target }, i) => {
    const own = marks[i] ?? [];
    for (const a of own) {
      wanted[a] = (wanted[a] ?? 0) + target;
      const row = gamma[a];
      for (const b of own) if (row !== undefined) row[b] = (row[b] ?? 0) + logging;
    }
  });
  const solution = leastNormSolution(gamma, wanted);
  return marks.map((own) => own.reduce((sum, at) => sum + (solution[at] ?? 0), 0));
}
