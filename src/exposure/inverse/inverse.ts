import type { Curve } from "../curve.js";
import { overRanks } from "../over-ranks.js";
import { parameterNumber } from "../parameter-number.js";

/** p_r = r^−η; with η = 1, p_4 = 0.25. */
export const inverse: Curve = {
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
    return overRanks(n, (r) => r ** -eta);
  },
  logDerivatives: (_parameters, n) => ({ eta: overRanks(n, (r) => 0 - Math.log(r)) }),
};
