import { empiricalBernstein } from "./empirical-bernstein/empirical-bernstein.js";
import { hoeffding } from "./hoeffding/hoeffding.js";
import type { LowerBound } from "./lower-bound.js";
import { normalBound } from "./normal-bound/normal-bound.js";
import { sequenceBound } from "./sequence-bound/sequence-bound.js";
import { studentBound } from "./student-bound/student-bound.js";

/** Every lower bound of a mean. */
export const lowerBounds: readonly LowerBound[] = [
  studentBound,
  normalBound,
  sequenceBound,
  empiricalBernstein,
  hoeffding,
];
