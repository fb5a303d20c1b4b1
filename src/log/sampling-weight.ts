import { apply, divide, double, type Expression, max, plus, times } from "../sql/expression.js";
import type { BoundLog } from "./bind.js";
import { canonical } from "./canonical.js";

/** Steps of weights: multiples of them are added exactly, in any order. */
const step = 2 ** 20;

/** The inverse of a probability of sampling, to a millionth. */
export const inverseRate = (rate: Expression): Expression =>
  divide(
    apply("floor", plus(times(divide(double(1), rate), double(step)), double(0.5))),
    double(step),
  );

/** What a kept row and a kept trajectory stand for (Horvitz and Thompson 1952); undefined where all were kept. */
export function samplingWeights({
  spec,
}: Pick<BoundLog, "spec">):
  | { readonly row: Expression; readonly trajectory: Expression }
  | undefined {
  if (spec.sampling === undefined) return undefined;
  return {
    row: inverseRate(canonical.sampling),
    // An aggregate of the whole weight: slopes by a fitted curve are taken around aggregates.
    trajectory: max(inverseRate(canonical.sampling)),
  };
}
