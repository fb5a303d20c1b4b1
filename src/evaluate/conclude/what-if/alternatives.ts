import { thresholds } from "../../../diagnostics/index.js";
import { type Reason, reason } from "../../../errors.js";
import type { CurveSpec, Fit } from "../../../exposure/curve.js";
import { carriedBy } from "../../../exposure/curve-spec.js";
import { curveOf, fittableCurves, measuredCurve, usualTail } from "../../../exposure/index.js";
import { numberParameter } from "../../../exposure/parts.js";
import { cutoffOf, tabulate } from "../../../exposure/tabulate.js";
import { curveError } from "../../../fitting/compare/curve-error.js";

import { fitCurve } from "../../../fitting/fit-curve.js";
import { defaultInterval } from "../../../inference/inference.js";
import { intervalBy } from "../../../inference/intervals/interval.js";
import { pow } from "../../../numeric/elementary/pow.js";
import type { FittedCurve } from "../../curves/fitted-curve.js";
import type { WhatIfCurve } from "../result.js";

/** Another curve, and in what it differs from the one that was used. */
export interface Alternative extends Pick<WhatIfCurve, "kind" | "label"> {
  readonly curve: CurveSpec | Reason;
}

export interface Current {
  readonly curve: CurveSpec;
  /** Absent where the study gives the curve. */
  readonly fitted: FittedCurve | undefined;
  /** The deepest rank of the log, displayed or target. */
  readonly reach: number;
  readonly confidence: number;
}

/**
 * The curve as used, the other families fitted on the same depths, the ends of its parameter's interval,
 * and log p a tenth steeper and flatter.
 */
export function alternativesOf(current: Current): readonly Alternative[] {
  const { curve, fitted } = current;
  const howFar = fitted === undefined ? "" : howFarOff(fitted.fit);
  return [
    { kind: "asUsed", label: `${curve.model}, as used${howFar}`, curve },
    ...families(current),
    ...intervalEnds(current),
    ...[1.1, 0.9].map(
      (power): Alternative => ({
        kind: "power",
        label: power > 1 ? "log p 10 % steeper" : "log p 10 % flatter",
        curve: toPower(current, power),
      }),
    ),
  ];
}

function families({ curve, fitted, reach }: Current): readonly Alternative[] {
  if (fitted === undefined) return [];
  const { fit, depths } = fitted;
  // Ranks beyond the log's deepest do not matter here, and an endless curve may not exist.
  const cutoff = cutoffOf(fit.splice?.tail.curve ?? curve) ?? reach;
  const family = fit.splice?.tail.model ?? fit.model;
  const tail = family === measuredCurve.name ? usualTail.name : family;
  return fittableCurves
    .filter(({ name }) => name !== fit.model)
    .map(({ name: model }): Alternative => {
      const other = fitCurve(depths, {
        model,
        to: reach,
        ...(model === measuredCurve.name ? { tail } : {}),
        ...carriedBy(fit.splice?.tail ?? fit),
        cutoff,
      });
      if ("code" in other) return { kind: "family", label: `${model}, fitted`, curve: other };
      return { kind: "family", label: `${model}, fitted${howFarOff(other)}`, curve: other.curve };
    });
}

/** A curve that the log refutes says so where it is read. */
function howFarOff(fit: Fit): string {
  const error = curveError(fit);
  if ("code" in error || error.log.value < thresholds.curveFit.badly) return "";
  return ` (fits badly: log p is off by up to ${error.log.value.toFixed(1)})`;
}

function intervalEnds({ fitted, confidence }: Current): readonly Alternative[] {
  const [estimate, ...more] = fitted?.fit.estimates ?? [];
  if (fitted === undefined || estimate === undefined || more.length > 0) return [];
  const { name, value, se } = estimate;
  if (typeof se !== "number") return [];
  const degreesOfFreedom = (fitted.fit.clusters ?? Infinity) - 1;
  const ends = intervalBy(defaultInterval, { value, se, degreesOfFreedom }, confidence);
  return ends.map((end, at): Alternative => {
    const label = `${name} at the ${at === 0 ? "lower" : "upper"} end of its interval`;
    return { kind: "interval", label, curve: withParameter(fitted.curve, name, end) };
  });
}

/** The curve at another value of its parameter, or why that value is not allowed. */
export function withParameter(curve: CurveSpec, name: string, value: number): CurveSpec | Reason {
  const { min, max } = numberParameter(curveOf(curve));
  if (value > min && value < max)
    return { ...curve, parameters: { ...curve.parameters, [name]: value } };
  const message = `${curve.model} has no curve at ${name} = ${value}.`;
  return reason("outsideParameter", message, { model: curve.model, parameter: name, value });
}

/** p to a power, as a table to the deepest rank: steeper above 1, flatter below. */
export function toPower(
  { curve, reach }: Pick<Current, "curve" | "reach">,
  power: number,
): CurveSpec {
  const ranks = Math.max(1, Math.min(reach, cutoffOf(curve) ?? reach));
  const values = tabulate(curve, ranks).map((p) => pow(p, power));
  return { model: measuredCurve.name, parameters: { values }, cutoff: ranks };
}
