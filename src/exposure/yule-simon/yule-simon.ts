import { reason } from "../../errors.js";
import type { Curve } from "../curve.js";
import { maximumLikelihood } from "../likelihood/maximum-likelihood.js";
import { parameterNumber } from "../parts.js";

const curve: Curve = {
  name: "yuleSimon",
  purpose: "Scroll depth of Yule–Simon law: the further somebody scrolled, the likelier one more.",
  hazard: "ρ/(ρ + rank)",
  reference: "Jeunen, RecSys 2023 (C-3PO), arXiv 2307.14059.",
  parameters: [
    {
      kind: "number",
      name: "rho",
      purpose: "The tail falls like r^−rho; the mean depth, rho/(rho−1), is finite above 1 only.",
      min: 0,
      max: Number.POSITIVE_INFINITY,
      open: "min",
    },
  ],
  probabilities: (parameters, n) => survival(parameterNumber(parameters, "rho"), n),
  logDerivatives: (parameters, n) => {
    const rho = parameterNumber(parameters, "rho");
    const slopes: number[] = [];
    let slope = 0;
    for (let r = 1; r <= n; r++) {
      slopes.push(slope);
      slope -= 1 / (rho + r);
    }
    return { rho: slopes };
  },
  fault: (parameters, cutoff) => {
    const rho = parameterNumber(parameters, "rho");
    if (rho > 1 || cutoff !== undefined) return undefined;
    return reason(
      "endlessCurve",
      `yuleSimon with rho = ${rho} needs a cutoff, since for rho in (0, 1] the expected number of views diverges.`,
      { rho, expected: "a cutoff, or rho in (1, ∞)" },
    );
  },
};

// The product Π j/(ρ+j) keeps its digits at every rank; a difference of log Γ's loses one with each
// power of ten of the rank, the Γ's themselves overflow.
function survival(rho: number, n: number): number[] {
  const values: number[] = [];
  let value = 1;
  for (let r = 1; r <= n; r++) {
    values.push(value);
    value *= r / (rho + r);
  }
  return values;
}

/**
 * p_r = Γ(r)Γ(ρ+1)/Γ(r+ρ), the probability that a Yule–Simon depth reaches r; with ρ = 1, p_r = 1/r.
 * Fitted by the root of Σd_j = ΣN_j ρ/(ρ+j): as many stops observed as expected.
 */
export const yuleSimon: Curve = {
  ...curve,
  fitter: maximumLikelihood(curve, {
    purpose: "The tail's exponent rho at which as many stops are expected as were seen.",
    reference: "Jeunen, RecSys 2023 (C-3PO), arXiv 2307.14059: the model; maximum likelihood.",
    usualTail: true,
    flatAt: 0,
  }),
};
