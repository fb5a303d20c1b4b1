import { reason, StudyError } from "../errors.js";
import { nearestName } from "../numeric/nearest-name.js";
import type { Curve, CurveSpec } from "./curve.js";
import { curves, findCurve } from "./index.js";

/** The member that a curve names; throws a StudyError, with the nearest name, where there is none. */
export function curveOf(spec: CurveSpec): Curve {
  const curve = findCurve(spec.model);
  if (curve !== undefined) return curve;
  const names = curves.map((member) => member.name);
  const nearest = nearestName(spec.model, names);
  const hint = nearest === undefined ? "" : ` Did you mean "${nearest}"?`;
  throw new StudyError(
    reason(
      "unknownCurve",
      `A curve's model must be one of ${names.join(", ")}; it is ${JSON.stringify(spec.model)}.${hint}`,
      { expected: names, came: spec.model, ...(nearest === undefined ? {} : { nearest }) },
    ),
  );
}
