import { InternalError } from "../errors.js";
import type { Curve } from "../exposure/curve.js";
import type { NumberParameter } from "../parameters.js";

/** The one number-valued parameter of a curve. */
export function numberParameter(curve: Curve): NumberParameter {
  const [only, ...others] = curve.parameters.filter((spec) => spec.kind === "number");
  if (only !== undefined && others.length === 0) return only;
  throw new InternalError(`${curve.name} must have exactly one number-valued parameter.`);
}
