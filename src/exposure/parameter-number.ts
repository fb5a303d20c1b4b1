import { InternalError } from "../errors.js";
import type { Parameters } from "../parameters.js";

/** The number that a parameter holds; anything else should not have passed the study's reader. */
export function parameterNumber(parameters: Parameters, name: string): number {
  const value = parameters[name];
  if (typeof value === "number") return value;
  throw new InternalError(`The parameter ${name} of a curve must be a number; it is ${value}.`, {
    parameter: name,
  });
}
