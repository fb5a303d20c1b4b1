import type { Curve } from "../curve.js";
import { overRanks } from "../over-ranks.js";
import { parameterNumber } from "../parameter-number.js";

/** p_r = 1/ln(e + α(r−1)); with α = 100, p_2 = 0.2158899…. */
export const logAlpha: Curve = {
  name: "logAlpha",
  purpose: "A logarithmic tail with a free scale, 1/ln(e + alpha·(r−1)).",
  reference: "Jeunen, RecSys 2023 (C-3PO), public notebook: the logarithmic alternative.",
  parameters: [
    {
      kind: "number",
      name: "alpha",
      purpose: "How deep the first drop is; 0 is no position bias.",
      min: 0,
      max: Number.POSITIVE_INFINITY,
      open: "none",
    },
  ],
  probabilities: (parameters, n) => {
    const alpha = parameterNumber(parameters, "alpha");
    return overRanks(n, (r) => 1 / Math.log(argument(alpha, r)));
  },
  logDerivatives: (parameters, n) => {
    const alpha = parameterNumber(parameters, "alpha");
    const slope = (r: number) => (1 - r) / (argument(alpha, r) * Math.log(argument(alpha, r)));
    return { alpha: overRanks(n, slope) };
  },
};

function argument(alpha: number, rank: number): number {
  return Math.E + alpha * (rank - 1);
}
