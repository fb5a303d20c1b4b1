import type { FittableCurve } from "../../exposure/curve.js";
import { fitterOf } from "../../exposure/index.js";
import { curvesAmong, membersOf } from "../../study/members.js";
import type { Study } from "../../study/study.js";

/** The curves that are compared: all that can be fitted, the caller's included. */
export function fittableIn(study: Study): readonly FittableCurve[] {
  const members = membersOf(study);
  return members.curves
    .filter(({ fitter }) => fitter !== undefined)
    .map((curve) => ({ ...curve, fitter: fitterOf(curve.name, curvesAmong(members)) }));
}
