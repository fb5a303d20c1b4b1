import type { EstimatorRequest } from "../../estimators/estimator.js";

/** An estimator in a few words: "dcg(curve, qhat, clip 64)"; parameters at rest are left out. */
export function label({ name, parameters }: EstimatorRequest): string {
  const words = Object.entries(parameters).flatMap(([key, value]) => {
    if (value === null || value === "inf") return [];
    if (key === "debias" && value === parameters.discount) return [];
    if (value === "skip" || value === "observed") return [];
    return typeof value === "string" && key !== "debias" ? [value] : [`${key} ${value}`];
  });
  return words.length === 0 ? name : `${name}(${words.join(", ")})`;
}
