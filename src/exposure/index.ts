import type { ReasonCode } from "../codes.js";
import { InternalError, reason, StudyError } from "../errors.js";
import { didYouMean } from "../numeric/nearest-name.js";
import type { Curve, FittableCurve } from "./curve.js";
import type { CurveSpec } from "./curve-spec.js";
import type { Fitter } from "./fitter.js";
import { geometric } from "./geometric/geometric.js";
import { inverse } from "./inverse/inverse.js";
import { logAlpha } from "./log-alpha/log-alpha.js";
import { log2 } from "./log2/log2.js";
import { table } from "./table/table.js";
import { yuleSimon } from "./yule-simon/yule-simon.js";

/** Every model of position bias, in the order in which reports show them. */
export const curves: readonly Curve[] = [table, geometric, yuleSimon, inverse, logAlpha, log2];

/** The curves that can be fitted to a log, in the same order. */
export const fittableCurves: readonly FittableCurve[] = curves.filter(
  (curve): curve is FittableCurve => curve.fitter !== undefined,
);

/** The names of the curves that may continue a measured one: those that reach any rank. */
export const tails: readonly string[] = fittableCurves
  .filter(({ fitter }) => fitter.kind === "parametric")
  .map(({ name }) => name);

/** The curve that is measured rank by rank, and so may need a tail. */
export const measuredCurve: FittableCurve = theOne(({ kind }) => kind === "measured");

/** The tail that examples show, and that is taken where nothing says which. */
export const usualTail: FittableCurve = theOne(({ usualTail: is }) => is === true);

/** The curve of that name, if there is one. */
export function findCurve(name: string): Curve | undefined {
  return curves.find((curve) => curve.name === name);
}

/** The member that a curve names. Throws a StudyError, with the nearest name, where there is none. */
export function curveOf({ model }: Pick<CurveSpec, "model">): Curve {
  const curve = findCurve(model);
  if (curve !== undefined) return curve;
  throw unknown("unknownCurve", "A curve's model", model, curves);
}

/** The fitter of a model. Throws a StudyError, with the nearest name, where there is none. */
export function fitterOf(model: string): Fitter {
  const fitter = findCurve(model)?.fitter;
  if (fitter !== undefined) return fitter;
  throw unknown("unknownFitter", "A model to fit", model, fittableCurves);
}

function unknown(
  code: ReasonCode,
  what: string,
  came: string,
  among: readonly Curve[],
): StudyError {
  const expected = among.map(({ name }) => name);
  return new StudyError(
    reason(
      code,
      `${what} must be one of ${expected.join(", ")}; it is ${JSON.stringify(came)}.${didYouMean(came, expected)}`,
      { expected, came },
    ),
  );
}

function theOne(is: (fitter: Fitter) => boolean): FittableCurve {
  const [only, ...others] = fittableCurves.filter(({ fitter }) => is(fitter));
  if (only !== undefined && others.length === 0) return only;
  throw new InternalError("The list must hold one measured curve and one usual tail.");
}
