import type { Estimator, EstimatorRequest } from "../estimators/estimator.js";
import { estimators } from "./estimators-section.js";
import type { Place } from "./place.js";
import type { ExposureRequest } from "./study.js";

/** What a study that lists no estimators asks for: whatever its exposure can answer. */
export function defaultEstimators(
  exposure: ExposureRequest,
  place: Place,
): readonly EstimatorRequest[] {
  const isAsked: Readonly<Record<NonNullable<Estimator["default"]>, boolean>> = {
    always: true,
    withCurve: exposure.curve !== undefined,
    withExposure: exposure.column !== undefined,
  };
  const asked = place.members.estimators.filter(
    (member) => member.default !== undefined && isAsked[member.default],
  );
  const names = asked.map(({ name }) => name);
  return estimators.read(names, place) ?? [];
}
