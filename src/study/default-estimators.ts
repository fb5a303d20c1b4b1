import type { EstimatorRequest } from "../estimators/estimator.js";
import { estimators } from "./estimators-section.js";
import type { Place } from "./place.js";
import type { ExposureRequest } from "./study.js";

/** What a study that lists no estimators asks for: whatever its exposure can answer. */
export function defaultEstimators(
  exposure: ExposureRequest,
  place: Place,
): readonly EstimatorRequest[] {
  const names = [
    "mean",
    ...(exposure.curve === undefined ? [] : ["dcg"]),
    ...(exposure.column === undefined ? [] : ["ips"]),
    "snips",
    "ndcg",
  ];
  return estimators.read(names, place) ?? [];
}
