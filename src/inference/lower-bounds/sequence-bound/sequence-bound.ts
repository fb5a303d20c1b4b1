import { mixingFor, oneSidedMargin } from "../../anytime.js";
import type { LowerBound } from "../lower-bound.js";

/** mean − s·√(2g/(n²η²)·ln(1 + √g/(2δ))), g = n·η² + 1: fails with the chance δ over all n together. */
export const sequenceBound: LowerBound = {
  name: "sequenceBound",
  purpose: "the lower end of a one-sided confidence sequence, which holds at all times together",
  reference:
    "Howard, Ramdas, McAuliffe and Sekhon (Annals of Statistics 2021), Time-uniform, nonparametric, nonasymptotic confidence sequences; Waudby-Smith et al. (Annals of Statistics 2024)",
  isExact: false,
  of: ({ mean, variance, n }, delta) =>
    mean - Math.sqrt(variance) * oneSidedMargin(n, mixing, delta),
};

/** Tightest at 10,000 values, as the two-sided sequence that spends .05 on each side. */
const mixing = mixingFor(0.1, 10_000);
