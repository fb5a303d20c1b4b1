import { tQuantile } from "../../../numeric/index.js";
import type { LowerBound } from "../lower-bound.js";

/** mean − t·s/√n with n − 1 degrees of freedom. */
export const studentBound: LowerBound = {
  name: "studentBound",
  purpose: "the lower end of a one-sided t interval, for values that are nearly normal or many",
  reference: "Student (Biometrika 1908)",
  isExact: false,
  of: ({ mean, variance, n }, delta) =>
    mean - tQuantile(1 - delta, n - 1) * Math.sqrt(variance / n),
};
