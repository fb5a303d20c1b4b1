import type { EstimatorRequest } from "./estimator.js";

/** Equal for two requests exactly when they ask for one estimator with the same parameters, in any order. */
export function requestKey({ name, parameters }: EstimatorRequest): string {
  const sorted = Object.entries(parameters).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([name, sorted]);
}
