import { inverse as curve } from "../../exposure/inverse/inverse.js";
import type { Fitter } from "../fitter.js";
import { oneParameter } from "../one-parameter.js";

/** The η of largest likelihood under 1 − h_j = (j/(j+1))^η; ℓ is concave in η. */
export const inverse: Fitter = oneParameter({
  curve,
  purpose: "The exponent eta of a power law of the rank under which the log is likeliest.",
  reference: "Joachims, Swaminathan and Schnabel, WSDM 2017: the model; maximum likelihood.",
  flatAt: 0,
});
