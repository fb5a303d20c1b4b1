import { InternalError, reason } from "../../errors.js";
import type { Parameters } from "../../parameters.js";
import type { Curve } from "../curve.js";
import { overRanks } from "../parts.js";
import { measuredFitter } from "./measured-fitter.js";

const curve: Curve = {
  name: "table",
  purpose: "The probabilities themselves, one per rank, as measured or published.",
  reference: "Wang et al., WSDM 2018: position bias as a free table.",
  parameters: [
    {
      kind: "numbers",
      name: "values",
      purpose: "p_1 = 1, p_2, …; ranks beyond the last are never viewed.",
      min: 0,
      max: 1,
      falling: true,
    },
  ],
  probabilities: (parameters, n) => {
    const values = valuesOf(parameters);
    return overRanks(n, (r) => values[r - 1] ?? 0);
  },
  logDerivatives: () => ({}),
  end: (parameters) => valuesOf(parameters).length,
  fault: (parameters, cutoff) => {
    const values = valuesOf(parameters);
    if (values[0] !== 1) {
      return reason("firstNotOne", `The first value must be 1; it is ${values[0]}.`, {
        expected: "values that begin with 1 (the first rank is always viewed)",
      });
    }
    if (cutoff === undefined || cutoff <= values.length) return undefined;
    return reason(
      "cutoffBeyondTable",
      `The cutoff ${cutoff} lies beyond the ${values.length} values of the table.`,
      { expected: `a cutoff in [1, ${values.length}], the number of values` },
    );
  },
};

function valuesOf(parameters: Parameters): readonly number[] {
  const { values } = parameters;
  if (Array.isArray(values)) return values;
  throw new InternalError(`The values of a table must be a list; they are ${values}.`);
}

/** p_r as listed, 0 beyond the list's end: [1, 0.7, 0.4] gives p_2 = 0.7 and p_4 = 0. */
export const table: Curve = { ...curve, fitter: measuredFitter(curve) };
