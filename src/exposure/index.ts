import type { ReasonCode } from "../codes.js";
import { InternalError, reason, StudyError } from "../errors.js";
import { didYouMean } from "../numeric/nearest-name.js";
import {
  type Curve,
  type CurveSpec,
  type FittableCurve,
  type Fitter,
  type NamesModel,
  ownCurves,
} from "./curve.js";
import { carriedBy } from "./curve-spec.js";
import { geometric } from "./geometric/geometric.js";
import { inverse } from "./inverse/inverse.js";
import { logAlpha } from "./log-alpha/log-alpha.js";
import { log2 } from "./log2/log2.js";
import { table } from "./table/table.js";
import { yuleSimon } from "./yule-simon/yule-simon.js";

export type { CurveSpec } from "./curve.js";

/** Every model of position bias, in the order in which reports show them. */
export const curves: readonly Curve[] = [table, geometric, yuleSimon, inverse, logAlpha, log2];

/** The curves that can be fitted to a log, in the same order. */
export const fittableCurves: readonly FittableCurve[] = curves.filter(
  (curve): curve is FittableCurve => curve.fitter !== undefined,
);

/** The curves that may continue a measured one: those that are fitted and reach any rank. */
export const tailsAmong = (all: readonly Curve[]): readonly Curve[] =>
  all.filter(({ fitter }) => fitter?.kind === "parametric");

export const tails: readonly string[] = tailsAmong(curves).map(({ name }) => name);

/** The curve that is measured rank by rank, and so may need a tail. */
export const measuredCurve: FittableCurve = theOne(({ kind }) => kind === "measured");

/** The tail that examples show, and that is taken where nothing says which. */
export const usualTail: FittableCurve = theOne(({ usualTail: is }) => is === true);

export const discount: Curve = theOnly(curves.filter(({ isDiscount }) => isDiscount === true));

/** The curve of that name, if there is one in the list or among those that the naming value carries. */
export function findCurve(name: string, by: NamesModel = {}): Curve | undefined {
  return [...curves, ...(by[ownCurves] ?? [])].find((curve) => curve.name === name);
}

/** The member that a curve names. Throws a StudyError, with the nearest name, where there is none. */
export function curveOf(spec: Pick<CurveSpec, "model" | typeof ownCurves>): Curve {
  const { model } = spec;
  const curve = findCurve(model, spec);
  if (curve !== undefined) return curve;
  throw unknown("unknownCurve", "A curve's model", model, [...curves, ...(spec[ownCurves] ?? [])]);
}

/** The fitter of a model, by the list or by the curves that the naming value carries. Throws a StudyError, with the nearest name, where there is none. */
export function fitterOf(model: string, by: NamesModel = {}): Fitter {
  const fitter = findCurve(model, by)?.fitter;
  if (fitter === undefined) {
    const userCurves = (by[ownCurves] ?? []).filter((curve) => curve.fitter !== undefined);
    throw unknown("unknownFitter", "A model to fit", model, [...fittableCurves, ...userCurves]);
  }
  return by[ownCurves] === undefined ? fitter : carrying(fitter, by);
}

/** A fitter whose fits, and their curves, carry what it was found by. */
const carrying = (fitter: Fitter, by: NamesModel): Fitter => ({
  ...fitter,
  fit: (transitions, options) => {
    const fit = fitter.fit(transitions, options);
    if ("code" in fit) return fit;
    return Object.freeze({ ...fit, ...carriedBy(by), curve: { ...fit.curve, ...carriedBy(by) } });
  },
});

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
  return theOnly(fittableCurves.filter(({ fitter }) => is(fitter)));
}

function theOnly<C extends Curve>([only, ...others]: readonly C[]): C {
  if (only !== undefined && others.length === 0) return only;
  throw new InternalError(
    "The list must hold one discount, one measured curve and one usual tail.",
  );
}
