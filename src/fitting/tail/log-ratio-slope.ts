import type { Splice } from "../../exposure/curve.js";
import { curveOf } from "../../exposure/index.js";
import { numberParameter } from "../../exposure/parts.js";

/** ∂ log(q_r/q_s)/∂θ of the tail's curve q at ranks 1 … n, s being the last measured rank; 0 up to s. */
export function logRatioSlope({ after, tail }: Splice, n: number): readonly number[] {
  const curve = curveOf(tail.curve);
  const slopes = curve.logDerivatives(tail.curve.parameters, n)[numberParameter(curve).name] ?? [];
  const joint = slopes[after - 1] ?? 0;
  return slopes.map((slope, at) => (at < after ? 0 : slope - joint));
}
