import { reason, StudyError } from "../errors.js";
import type { CurveSpec } from "../exposure/index.js";
import { curveOf } from "../exposure/index.js";
import { tabulate } from "../exposure/tabulate.js";
import { parameterFault } from "../parameters.js";

/**
 * The survival function of the depth K on a list of n positions: entry r − 1 is p_r = P(K ≥ r), the curve's
 * probability that rank r is viewed. Throws a StudyError where the curve has no parameters or impossible ones, and
 * where p_1 is not 1, which a table may say.
 * `survival({ model: "geometric", parameters: { gamma: 0.5 } }, 3)` is [1, 0.5, 0.25].
 */
export function survival(curve: CurveSpec, n: number): Float64Array {
  requireParameters(curve);
  requireDomain(curve);
  const p = Float64Array.from(tabulate(curve, n));
  const falls = p.every((value, at) => value >= 0 && value <= (at === 0 ? 1 : (p[at - 1] ?? 0)));
  if (p[0] === 1 && falls) return p;
  throw new StudyError(
    reason(
      "depthCurve",
      `A depth curve starts at 1 and never rises; this one is ${Array.from(p).join(", ")}.`,
      { probabilities: Array.from(p) },
    ),
  );
}

/** Programs without types may still give `{ model, gamma }`, as a study file does. */
function requireParameters(curve: {
  readonly model?: unknown;
  readonly parameters?: unknown;
}): void {
  const { model, parameters } = curve;
  if (typeof model === "string" && typeof parameters === "object" && parameters !== null) return;
  const example = '{ model: "geometric", parameters: { gamma: 0.85 } }';
  const message = `A depth curve must name a model and give its parameters under "parameters", such as ${example}; this one has the keys ${Object.keys(curve).join(", ")}.`;
  throw new StudyError(reason("depthCurve", message, { keys: Object.keys(curve) }));
}

function requireDomain(curve: CurveSpec): void {
  const faults = curveOf(curve).parameters.flatMap(
    (spec) => parameterFault(spec, curve.parameters[spec.name]) ?? [],
  );
  if (faults.length > 0) throw new StudyError(faults);
}
