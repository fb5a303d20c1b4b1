import type { EstimatorRequest } from "../../estimators/estimator.js";
import { findEstimator } from "../../estimators/index.js";
import type { ParameterLabel, Parameters, ParameterValue } from "../../parameters.js";

/** An estimator in a few words: "dcg(curve, qhat, clip 64)"; parameters that say nothing new are left out. */
export function label({ name, parameters }: EstimatorRequest): string {
  const specs = findEstimator(name)?.parameters ?? [];
  const words = Object.entries(parameters).flatMap(([key, value]) => {
    const shown = specs.find((spec) => spec.name === key)?.label ?? {};
    if (saysNothing(value, shown, parameters)) return [];
    return typeof value === "string" && !shown.named ? [value] : [`${key} ${value}`];
  });
  return words.length === 0 ? name : `${name}(${words.join(", ")})`;
}

const saysNothing = (
  value: ParameterValue,
  { unless, unlessSameAs }: ParameterLabel,
  parameters: Parameters,
): boolean =>
  value === null ||
  value === "inf" ||
  value === unless ||
  (unlessSameAs !== undefined && value === parameters[unlessSameAs]);
