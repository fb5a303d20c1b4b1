import { ln } from "../../numeric/elementary/ln.js";
import type { Curve } from "../curve.js";
import { maximumLikelihood } from "../likelihood/maximum-likelihood.js";
import { overRanks, parameterNumber } from "../parts.js";

const curve: Curve = {
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
    return overRanks(n, (r) => 1 / ln(argument(alpha, r)));
  },
  logDerivatives: (parameters, n) => {
    const alpha = parameterNumber(parameters, "alpha");
    const slope = (r: number) => (1 - r) / (argument(alpha, r) * ln(argument(alpha, r)));
    return { alpha: overRanks(n, slope) };
  },
};

function argument(alpha: number, rank: number): number {
  return Math.E + alpha * (rank - 1);
}

/**
 * p_r = 1/ln(e + α(r−1)); with α = 100, p_2 = 0.2158899…. Fitted by maximising ℓ, which may have several
 * maxima: the highest is taken.
 */
export const logAlpha: Curve = {
  ...curve,
  fitter: maximumLikelihood(curve, {
    purpose: "The scale alpha of a logarithmic tail under which the log is likeliest.",
    reference: "Jeunen, RecSys 2023 (C-3PO), public notebook: the model; maximum likelihood.",
    flatAt: 0,
  }),
};
