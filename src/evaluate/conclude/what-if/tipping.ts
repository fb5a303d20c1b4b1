import type { CurveSpec } from "../../../exposure/curve.js";
import { curveOf } from "../../../exposure/index.js";
import { numberParameter } from "../../../exposure/parts.js";
import { exp } from "../../../numeric/elementary/exp.js";
import { ln } from "../../../numeric/elementary/ln.js";
import type { FittedCurve } from "../../curves/fitted-curve.js";
import { toPower, withParameter } from "./alternatives.js";

/** A curve by one number: its own parameter, or the power to which its p is raised. */
export interface Dial {
  readonly parameter: string;
  readonly fitted: number;
  readonly se: number | null;
  readonly curveAt: (value: number) => CurveSpec | undefined;
  /** The value at a position; position 0 is the fitted one. */
  readonly valueAt: (position: number) => number;
}

/** How far a dial is turned either way: a factor of 4 in the parameter, or in its odds where it lies in (0, 1). */
export const farthest: number = ln(4);

export function dialOf(
  curve: CurveSpec,
  fittedCurve: FittedCurve | undefined,
  reach: number,
): Dial {
  const numbers = Object.entries(curve.parameters).filter(([, value]) => typeof value === "number");
  const [only] = numbers;
  if (only === undefined || numbers.length > 1) {
    const curveAt = (power: number): CurveSpec => toPower({ curve, reach }, power);
    return { parameter: "power of p", fitted: 1, se: null, curveAt, valueAt: exp };
  }
  const [parameter, value] = only;
  const fitted = Number(value);
  const estimate = fittedCurve?.fit.estimates.find(({ name }) => name === parameter);
  const isShare = numberParameter(curveOf(curve)).max === 1;
  const odds = (position: number): number => (fitted / (1 - fitted)) * exp(position);
  return {
    parameter,
    fitted,
    se: typeof estimate?.se === "number" ? estimate.se : null,
    curveAt: (at) => {
      const moved = withParameter(curve, parameter, at);
      return "code" in moved ? undefined : moved;
    },
    valueAt: (position) =>
      isShare ? odds(position) / (1 + odds(position)) : fitted * exp(position),
  };
}

const steps = 40;
const halvings = 40;

/**
 * The position nearest to 0 at which `reading` is no longer what it is at 0, searched on a grid of 40
 * steps either way and then halved; undefined where it stays the same.
 */
export function tippingPosition<T>(reading: (position: number) => T): number | undefined {
  const here = reading(0);
  for (let step = 1; step <= steps; step++) {
    for (const side of [1, -1]) {
      const at = (side * farthest * step) / steps;
      if (reading(at) === here) continue;
      return halved(reading, here, (side * farthest * (step - 1)) / steps, at);
    }
  }
  return undefined;
}

function halved<T>(reading: (position: number) => T, here: T, from: number, to: number): number {
  let [same, other] = [from, to];
  for (let i = 0; i < halvings; i++) {
    const middle = (same + other) / 2;
    if (reading(middle) === here) same = middle;
    else other = middle;
  }
  return other;
}
