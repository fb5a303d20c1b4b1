import { cbrt } from "../../../numeric/elementary/cbrt.js";
import { tTwoSidedP } from "../../../numeric/student-t.js";
import { tQuantile } from "../../../numeric/student-t-quantile.js";
import type { IntervalMethod, Statistic } from "../interval.js";
import { skewnessOf } from "../skewness.js";
import { elseStudent } from "../student.js";

const read = ({ influence }: Statistic): number | undefined =>
  influence === undefined ? undefined : skewnessOf(influence);

/**
 * The interval of g(T) = T + s·T²/3 + s²·T³/27 + s/6, T = (θ̂ − θ)/SE and s = Σψ³/(Σψ²)^{3/2}: a cubic without the
 * skewness of T that rises everywhere, so that it is turned round (Hall 1992, with t quantiles).
 */
export const skewness: IntervalMethod = {
  name: "skewness",
  purpose: "value and t·SE, moved by the skewness of the users' influences",
  reference: "Hall (1992), On the removal of skewness by transformation",
  ...elseStudent(read, {
    margins: ({ se, degreesOfFreedom }, s, confidence) => {
      const q = tQuantile(1 - (1 - confidence) / 2, degreesOfFreedom);
      return [inverse(q, s) * se, -inverse(-q, s) * se];
    },
    p: ({ value, se, degreesOfFreedom }, s) =>
      tTwoSidedP(transformed(value / se, s), degreesOfFreedom),
  }),
};

/** g, as ((1 + sT/3)³ − 1)/s + s/6. */
const transformed = (t: number, s: number): number =>
  t + (s * t * t) / 3 + (s * s * t * t * t) / 27 + s / 6;

function inverse(y: number, s: number): number {
  const by = y - s / 6;
  // The series of the cube root, where the difference would lose the digits.
  if (Math.abs(s * by) < 1e-5) return by - (s * by * by) / 3 + (5 * s * s * by * by * by) / 27;
  return (3 / s) * (cbrt(1 + s * by) - 1);
}
