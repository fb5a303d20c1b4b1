import { geometric as curve } from "../../exposure/geometric/geometric.js";
import type { Fitter } from "../fitter.js";
import { oneParameter } from "../one-parameter.js";

/** γ̂ = (ΣN − Σd)/ΣN: of 10 transitions with 4 stops, 0.6 ± sqrt(γ(1−γ)/ΣN) = 0.155. */
export const geometric: Fitter = oneParameter({
  curve,
  purpose: "The share of transitions that go on, the same at every rank.",
  reference: "Moffat and Zobel, ACM TOIS 27(1), 2008; a binomial share by maximum likelihood.",
  flatAt: 1,
  closedForm: ({ atRisk, stops }) => (atRisk - stops) / atRisk,
});
