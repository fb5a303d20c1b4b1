import { yuleSimon as curve } from "../../exposure/yule-simon/yule-simon.js";
import type { Fitter } from "../fitter.js";
import { oneParameter } from "../one-parameter.js";

/** The root of Σd_j = ΣN_j ρ/(ρ+j): as many stops observed as expected. */
export const yuleSimon: Fitter = oneParameter({
  curve,
  purpose: "The tail's exponent rho at which as many stops are expected as were seen.",
  reference: "Jeunen, RecSys 2023 (C-3PO), arXiv 2307.14059: the model; maximum likelihood.",
  flatAt: 0,
});
