import { InternalError } from "../errors.js";
import type { NumberParameter, Parameters } from "../parameters.js";
import type { Curve } from "./curve.js";

/** f(1) … f(n). `overRanks(3, (r) => 1 / r)` is [1, 0.5, 0.333…]. */
export function overRanks(n: number, f: (rank: number) => number): number[] {
  return Array.from({ length: n }, (_, index) => f(index + 1));
}

/** The number that a parameter holds. Throws an InternalError for anything else. */
export function parameterNumber(parameters: Parameters, name: string): number {
  const value = parameters[name];
  if (typeof value === "number") return value;
  throw new InternalError(`The parameter ${name} of a curve must be a number; it is ${value}.`, {
    parameter: name,
  });
}

/** The one number-valued parameter of a curve. Throws an InternalError where there is not exactly one. */
export function numberParameter(curve: Curve): NumberParameter {
  const [only, ...others] = curve.parameters.filter((spec) => spec.kind === "number");
  if (only !== undefined && others.length === 0) return only;
  throw new InternalError(`${curve.name} must have exactly one number-valued parameter.`);
}
