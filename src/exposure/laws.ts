import { type Insist, type Law, laws } from "../laws.js";
import type { NumberParameter, ParameterSpec, Parameters } from "../parameters.js";
import { derivativesOf, hazardsOf, probabilitiesOf, scoresOf } from "./by-rank.js";
import type { Curve, CurveSpec } from "./curve.js";
import { overRanks } from "./parts.js";

const ranks = 60;

export const curveLaws: readonly Law<Curve, [Parameters]>[] = laws({
  nameOf: ({ name }) => `${name}:`,
  laws: {
    "the first rank is always viewed": firstIsViewed,
    "probabilities lie in [0, 1] and never rise": neverRises,
    "a longer table begins with the shorter one": prefixes,
    "there is a derivative for each number-valued parameter": derivativeNames,
    "the derivative is that of the probabilities": derivativeAgrees,
    "the score has mean zero under the model": scoreIsCentred,
  },
});

/** Parameters inside every declared interval, for the laws to try. */
export function sampleParameters(curve: Curve): readonly Parameters[] {
  return [0, 1, 2].map((which) =>
    Object.fromEntries(curve.parameters.map((spec) => [spec.name, sample(spec, which)])),
  );
}

function sample(spec: ParameterSpec, which: number): string | number | number[] {
  if (spec.kind === "several") return spec.default;
  if (spec.kind === "choice") return spec.choices[which % spec.choices.length] ?? "";
  if (spec.kind === "numbers")
    return [spec.max, (spec.min + spec.max) / 2, spec.min].slice(0, 3 - which);
  return inside(spec, which);
}

function inside(spec: NumberParameter, which: number): number {
  if (spec.max === Number.POSITIVE_INFINITY) return spec.min + ([0.3, 1.5, 40][which] ?? 1);
  return spec.min + (spec.max - spec.min) * ([0.1, 0.5, 0.9][which] ?? 0.5);
}

function firstIsViewed(curve: Curve, insist: Insist, parameters: Parameters): void {
  const [first] = curve.probabilities(parameters, 1);
  insist(first === 1, `p_1 is ${first}, not 1`, { parameters });
}

function neverRises(curve: Curve, insist: Insist, parameters: Parameters): void {
  let before = 1;
  for (const [index, p] of curve.probabilities(parameters, 1000).entries()) {
    insist(p >= 0 && p <= before, `p_${index + 1} is ${p} after ${before}`, { parameters });
    before = p;
  }
}

function prefixes(curve: Curve, insist: Insist, parameters: Parameters): void {
  const long = curve.probabilities(parameters, ranks);
  for (const n of [0, 1, 7]) {
    const short = curve.probabilities(parameters, n);
    const same = short.length === n && short.every((p, index) => p === long[index]);
    insist(same, `the first ${n} of ${ranks} differ from the table of ${n}`, { parameters });
  }
}

function derivativeNames(curve: Curve, insist: Insist, parameters: Parameters): void {
  const derivatives = curve.logDerivatives(parameters, ranks);
  const numbers = curve.parameters.filter((spec) => spec.kind === "number");
  const complete = numbers.every(({ name }) => derivatives[name]?.length === ranks);
  const same = Object.keys(derivatives).length === numbers.length && complete;
  insist(same, "the log-derivatives are not those of its parameters", { parameters });
}

function derivativeAgrees(curve: Curve, insist: Insist, parameters: Parameters): void {
  const spec: CurveSpec = { model: curve.name, parameters };
  for (const [name, slopes] of Object.entries(derivativesOf(curve, spec, ranks))) {
    const differences = centralDifferences(curve, spec, name);
    for (const [index, slope] of slopes.entries()) {
      const gap = Math.abs(slope - (differences[index] ?? Number.NaN));
      insist(
        gap <= 1e-6 * Math.max(1, Math.abs(slope)),
        `∂p_${index + 1}/∂${name} is ${slope}, by differences ${differences[index]}`,
        { parameters },
      );
    }
  }
}

function centralDifferences(curve: Curve, spec: CurveSpec, name: string): number[] {
  const at = Number(spec.parameters[name]);
  const step = 1e-5 * Math.abs(at);
  const [up, down] = [at + step, at - step].map((value) =>
    probabilitiesOf(curve, { parameters: { ...spec.parameters, [name]: value } }, ranks),
  );
  return overRanks(ranks, (r) => ((up?.[r - 1] ?? 0) - (down?.[r - 1] ?? 0)) / (2 * step));
}

function scoreIsCentred(curve: Curve, insist: Insist, parameters: Parameters): void {
  const spec: CurveSpec = { model: curve.name, parameters };
  const h = hazardsOf(curve, spec, ranks);
  for (const [name, { stop, continuation }] of Object.entries(scoresOf(curve, spec, ranks))) {
    for (const [index, chance] of h.entries()) {
      const [stopped, continued] = [stop[index] ?? Number.NaN, continuation[index] ?? Number.NaN];
      const mean = chance * stopped + (1 - chance) * continued;
      const size = Math.max(Math.abs(stopped), Math.abs(continued), 1);
      const centred = Math.abs(mean) <= 1e-9 * size;
      insist(centred, `the score of ${name} at rank ${index + 1} has mean ${mean}`, { parameters });
    }
  }
}
