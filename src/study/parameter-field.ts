import * as z from "zod";
import {
  describeParameter,
  type NumberParameter,
  type ParameterSpec,
  type ParameterValue,
  parameterFault,
  severalOf,
  wordsOf,
} from "../parameters.js";
import type { Field } from "./field.js";
import { addIssue, type Place, within } from "./place.js";

export function parameterField(spec: ParameterSpec): Field<ParameterValue> {
  return {
    schema: parameterSchema(spec),
    expected: describeParameter(spec),
    purpose: spec.purpose,
    ...presence(spec, (value) => value),
    read: (value, place) => readParameter(spec, value, place),
  };
}

/** The same, where a list of values asks for each of them. */
export function parametersField(spec: ParameterSpec): Field<readonly ParameterValue[]> {
  const one = parameterSchema(spec);
  const many = z.union([one, z.array(one).min(1)]);
  return {
    schema: many,
    expected: `${describeParameter(spec)}, or a list of such values`,
    purpose: spec.purpose,
    ...presence(spec, (value) => [value]),
    read: (value, place) => readParameters(spec, value, place),
  };
}

/** A default where the member declares one, else the key is required. */
function presence<T>(
  spec: ParameterSpec,
  form: (value: ParameterValue) => T,
): { default: T } | { required: true } {
  const usual = spec.kind === "numbers" ? undefined : spec.default;
  return usual === undefined ? { required: true } : { default: form(usual) };
}

function readParameters(
  spec: ParameterSpec,
  value: unknown,
  place: Place,
): readonly ParameterValue[] | undefined {
  const isOneList = spec.kind === "numbers" || spec.kind === "several";
  const isList = Array.isArray(value) && (!isOneList || Array.isArray(value[0]));
  const values: readonly unknown[] = isList ? value : [value];
  if (values.length === 0) {
    const expected = `${describeParameter(spec)}, or a list of such values`;
    return addIssue(place, { code: "invalidValue", expected, came: value });
  }
  const read = values.map((item, at) =>
    readParameter(spec, item, isList ? within(place, at) : place),
  );
  return read.filter((item) => item !== undefined);
}

function readParameter(
  spec: ParameterSpec,
  input: unknown,
  place: Place,
): ParameterValue | undefined {
  const value = canonicalValue(spec, input);
  if (parameterFault(spec, value) === undefined) return value as ParameterValue;
  const candidates = spec.kind === "choice" ? [...wordsOf(spec), ...spec.choices] : [];
  const expected = describeParameter(spec);
  return addIssue(place, { code: "invalidValue", expected, came: input, candidates });
}

/** A choice by its better word is the choice; infinity is "inf". */
function canonicalValue(spec: ParameterSpec, value: unknown): unknown {
  if (value === Number.POSITIVE_INFINITY) return "inf";
  if (spec.kind === "several") return severalOf(spec, value) ?? value;
  if (spec.kind !== "choice" || typeof value !== "string") return value;
  const { words = {} } = spec;
  return Object.hasOwn(words, value) ? words[value] : value;
}

function parameterSchema(spec: ParameterSpec): z.ZodType {
  if (spec.kind === "numbers") return z.array(z.number().min(spec.min).max(spec.max)).min(1);
  if (spec.kind === "several") {
    return z.union([z.array(z.enum(spec.choices)).min(2), z.string()]);
  }
  const base =
    spec.kind === "choice"
      ? z.enum([...new Set([...wordsOf(spec), ...spec.choices])])
      : numberSchema(spec);
  return spec.default === null ? z.union([base, z.null()]) : base;
}

export function numberSchema(spec: Omit<NumberParameter, "default">): z.ZodType {
  let schema = spec.whole ? z.int() : z.number();
  const openMin = spec.open === "min" || spec.open === "both";
  const openMax = spec.open === "max" || spec.open === "both";
  if (Number.isFinite(spec.min)) schema = openMin ? schema.gt(spec.min) : schema.gte(spec.min);
  if (Number.isFinite(spec.max)) schema = openMax ? schema.lt(spec.max) : schema.lte(spec.max);
  return spec.infinite ? z.union([schema, z.literal("inf")]) : schema;
}
