import { sumOfTransitions } from "../../exposure/transitions/sums.js";
import type { Transitions } from "../../exposure/transitions/transitions.js";

export const userFolds = 4;

/** Whole buckets, and so whole users, together; the whole where a fold has nothing at risk. */
export function foldsOf(
  buckets: ReadonlyMap<number, Transitions>,
  count: number,
  whole: Transitions,
): readonly [Transitions, ...Transitions[]] {
  const parts = new Map<number, Transitions[]>();
  for (const [bucket, transitions] of buckets) {
    const fold = parts.get(bucket % count) ?? [];
    parts.set(bucket % count, fold);
    fold.push(transitions);
  }
  const folds = [...parts.values()].map(sumOfTransitions);
  const [first, ...rest] = folds;
  const hasEmpty = folds.some(({ atRisk }) => atRisk.length === 0);
  return first === undefined || hasEmpty ? [whole] : [first, ...rest];
}
