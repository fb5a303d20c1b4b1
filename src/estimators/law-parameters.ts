import {
  type NumberParameter,
  type ParameterSpec,
  type Parameters,
  type ParameterValue,
  parameterFault,
} from "../parameters.js";
import type { Estimator } from "./estimator.js";

/** An estimator's default parameters, and each other kind of value of one parameter at a time. */
export function sampleRequests(estimator: Estimator): readonly Parameters[] {
  const varied = estimator.parameters.flatMap((spec) =>
    alternatives(spec).map((value) => estimator.canonical({ [spec.name]: value })),
  );
  const all = [estimator.canonical({}), ...varied];
  return [...new Map(all.map((parameters) => [keyOf(parameters), parameters])).values()];
}

/** The same as entries of a study's `estimators`. */
export const sampleEntries = (estimator: Estimator): readonly unknown[] =>
  sampleRequests(estimator).map((parameters) => {
    const settings = Object.entries(parameters).filter(([, value]) => value !== null);
    return settings.length === 0
      ? estimator.name
      : { [estimator.name]: Object.fromEntries(settings) };
  });

const alternatives = (spec: ParameterSpec): readonly ParameterValue[] => {
  if (spec.kind === "choice") return spec.choices;
  if (spec.kind === "several") return [spec.choices.slice(0, 3).join("+")];
  return spec.kind === "number" ? valuesWithin(spec) : [];
};

/** Numbers within the bounds, and "inf" where that is a value. */
const valuesWithin = (spec: NumberParameter): readonly ParameterValue[] =>
  spec.infinite === true ? [...numbersWithin(spec), "inf"] : numbersWithin(spec);

/** Equal for equal parameters. */
export const keyOf = (parameters: Parameters): string =>
  JSON.stringify(Object.entries(parameters).sort());

/** Every combination of an estimator's parameters: each choice; the default and other permitted numbers. */
export function allRequests(estimator: Estimator): readonly Parameters[] {
  const lists = estimator.parameters.map((spec) => [spec.name, valuesOf(spec)] as const);
  let chosen: readonly Parameters[] = [{}];
  for (const [name, values] of lists) {
    chosen = chosen.flatMap((so) => values.map((value) => ({ ...so, [name]: value })));
  }
  const all = chosen.map((parameters) => estimator.canonical(parameters));
  return [
    ...new Map(
      all.map((parameters) => [JSON.stringify(Object.entries(parameters)), parameters]),
    ).values(),
  ];
}

function valuesOf(spec: ParameterSpec): readonly ParameterValue[] {
  if (spec.kind === "choice") return spec.choices;
  if (spec.kind === "numbers") return [[spec.max]];
  if (spec.kind === "several") return [spec.default, spec.choices.slice(0, 3).join("+")];
  const tried = valuesWithin(spec);
  return spec.default === undefined ? tried : [spec.default, ...tried];
}

/**
 * The numbers that laws try for a parameter, all of them permitted: 2 where it lies within the bounds, else
 * one between them; for a whole number also a large one.
 */
export function numbersWithin(spec: NumberParameter): readonly number[] {
  const { min, max } = spec;
  const permits = (value: number): boolean => parameterFault(spec, value) === undefined;
  const [from, to] = [Math.max(min, Math.min(max, 0) - 2), Math.min(max, Math.max(min, 0) + 2)];
  const middle = (from + to) / 2;
  const usual = [2, middle, Math.ceil(middle), Math.floor(middle), min, max].find(permits);
  const large = spec.whole ? [1000, max, max - 1].find(permits) : undefined;
  return [...new Set([usual, large].filter((value) => value !== undefined))];
}
