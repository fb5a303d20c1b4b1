import type { Curve } from "../curve.js";
import { overRanks } from "../over-ranks.js";
import { parameterNumber } from "../parameter-number.js";

/** p_r = γ^(r−1); with γ = 0.5, p_3 = 0.25. */
export const geometric: Curve = {
  name: "geometric",
  purpose: "The same chance of going on at every rank, gamma^(r−1): an exponential tail.",
  hazard: "flat",
  reference: "Moffat and Zobel, ACM TOIS 27(1), 2008: the view model of rank-biased precision.",
  parameters: [
    {
      kind: "number",
      name: "gamma",
      purpose: "The chance of going on to the next rank.",
      min: 0,
      max: 1,
      open: "both",
    },
  ],
  probabilities: (parameters, n) => {
    const gamma = parameterNumber(parameters, "gamma");
    return overRanks(n, (r) => gamma ** (r - 1));
  },
  logDerivatives: (parameters, n) => {
    const gamma = parameterNumber(parameters, "gamma");
    return { gamma: overRanks(n, (r) => (r - 1) / gamma) };
  },
};
