import { pow } from "../../numeric/elementary/pow.js";
import type { Curve } from "../curve.js";
import { maximumLikelihood } from "../likelihood/maximum-likelihood.js";
import { overRanks, parameterNumber } from "../parts.js";

const curve: Curve = {
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
    return overRanks(n, (r) => pow(gamma, r - 1));
  },
  logDerivatives: (parameters, n) => {
    const gamma = parameterNumber(parameters, "gamma");
    return { gamma: overRanks(n, (r) => (r - 1) / gamma) };
  },
};

/**
 * p_r = γ^(r−1); with γ = 0.5, p_3 = 0.25. Fitted by γ̂ = (ΣN − Σd)/ΣN: of 10 transitions with 4 stops,
 * 0.6 ± sqrt(γ(1−γ)/ΣN) = 0.155.
 */
export const geometric: Curve = {
  ...curve,
  fitter: maximumLikelihood(curve, {
    purpose: "The share of transitions that go on, the same at every rank.",
    reference: "Moffat and Zobel, ACM TOIS 27(1), 2008; a binomial share by maximum likelihood.",
    flatAt: 1,
    closedForm: ({ atRisk, stops }) => (atRisk - stops) / atRisk,
  }),
};
