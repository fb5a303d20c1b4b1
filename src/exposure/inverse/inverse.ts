import { ln } from "../../numeric/elementary/ln.js";
import { pow } from "../../numeric/elementary/pow.js";
import type { Curve } from "../curve.js";
import { maximumLikelihood } from "../likelihood/maximum-likelihood.js";
import { overRanks, parameterNumber } from "../parts.js";

const curve: Curve = {
  name: "inverse",
  purpose: "A power law of the rank, r^−eta: a heavy tail, common for search results.",
  reference: "Joachims, Swaminathan and Schnabel, WSDM 2017.",
  parameters: [
    {
      kind: "number",
      name: "eta",
      purpose: "How fast attention falls; 0 is no position bias, 1 the reciprocal rank.",
      min: 0,
      max: Number.POSITIVE_INFINITY,
      open: "none",
    },
  ],
  probabilities: (parameters, n) => {
    const eta = parameterNumber(parameters, "eta");
    return overRanks(n, (r) => pow(r, -eta));
  },
  logDerivatives: (_parameters, n) => ({ eta: overRanks(n, (r) => 0 - ln(r)) }),
};

/** p_r = r^−η; with η = 1, p_4 = 0.25. Fitted by maximising ℓ with 1 − h_j = (j/(j+1))^η, concave in η. */
export const inverse: Curve = {
  ...curve,
  fitter: maximumLikelihood(curve, {
    purpose: "The exponent eta of a power law of the rank under which the log is likeliest.",
    reference: "Joachims, Swaminathan and Schnabel, WSDM 2017: the model; maximum likelihood.",
    flatAt: 0,
  }),
};
