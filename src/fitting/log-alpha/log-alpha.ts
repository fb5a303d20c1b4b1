import { logAlpha as curve } from "../../exposure/log-alpha/log-alpha.js";
import type { Fitter } from "../fitter.js";
import { oneParameter } from "../one-parameter.js";

/** The α of largest likelihood; ℓ may have several maxima, and the highest is taken. */
export const logAlpha: Fitter = oneParameter({
  curve,
  purpose: "The scale alpha of a logarithmic tail under which the log is likeliest.",
  reference: "Jeunen, RecSys 2023 (C-3PO), public notebook: the model; maximum likelihood.",
  flatAt: 0,
});
