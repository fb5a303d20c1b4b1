import * as z from "zod";
import type { Estimator, EstimatorRequest } from "../estimators/estimator.js";
import { estimators as members } from "../estimators/index.js";
import { requestKey } from "../estimators/request-key.js";
import type { ParameterValue } from "../parameters.js";
import { combinations } from "./combinations.js";
import type { Field } from "./field.js";
import { fieldsSchema, listOf, made, present, readFields } from "./fields.js";
import { asMapping } from "./mapping.js";
import { parametersField } from "./parameter-field.js";
import { addIssue, type Place, within } from "./place.js";

type ParameterFields = Readonly<Record<string, Field<readonly ParameterValue[]>>>;

const namesOf = (list: readonly Estimator[]): readonly string[] => list.map(({ name }) => name);
const names = namesOf(members);
const oneOf = (among: readonly string[]): string => `one of the estimators ${among.join(", ")}`;
const example = "{ dcg: { clip: [8, inf] } }";

const entry = z.union([
  z.enum(names),
  ...members.map((member) =>
    z.strictObject({ [member.name]: fieldsSchema(parameterFields(member)) }),
  ),
]);

const listed = listOf(
  { schema: entry, expected: oneOf(names), purpose: "An estimator.", read: readEstimator },
  `a list of estimators: names out of ${names.join(", ")}, or one-key mappings such as ${example}`,
  "What to compute: names, or a name with parameters; a list of values asks for each.",
);

/** The estimators asked for, each combination of listed parameter values once. */
export const estimators: Field<readonly EstimatorRequest[]> = made(listed, (requests) =>
  once(requests.flat()),
);

/** The estimator whose difference gives the verdict. */
export const decide: Field<EstimatorRequest> = {
  schema: entry,
  expected: oneOf(names),
  purpose: "The estimator whose difference gives the verdict; one of those listed.",
  read: (value, place) => {
    const [first, ...others] = readEstimator(value, place) ?? [];
    if (others.length === 0) return first;
    const expected = "one estimator with one value for each parameter";
    return addIssue(place, { code: "invalidValue", expected, came: value });
  },
};

function readEstimator(value: unknown, place: Place): readonly EstimatorRequest[] | undefined {
  if (typeof value === "string") return readParameters(value, {}, place, place);
  const entries = Object.entries(asMapping(value) ?? {});
  const [only] = entries;
  if (only !== undefined && entries.length === 1) {
    return readParameters(only[0], only[1], place, within(place, only[0]));
  }
  const expected = `${oneOf(namesOf(place.members.estimators))}, or one of them with its parameters, such as ${example}`;
  return addIssue(place, { code: "invalidValue", expected, came: value });
}

function readParameters(
  name: string,
  parameters: unknown,
  place: Place,
  inside: Place,
): readonly EstimatorRequest[] | undefined {
  const members = place.members.estimators;
  const member = members.find((member) => member.name === name);
  if (member === undefined) {
    const candidates = namesOf(members);
    const expected = oneOf(candidates);
    return addIssue(place, { code: "unknownName", expected, came: name, candidates });
  }
  const before = place.issues.length;
  const read = readFields(parameterFields(member), parameters, inside);
  if (read === undefined || place.issues.length > before) return undefined;
  return once(
    combinations(present(read)).map((parameters) => ({
      name,
      parameters: member.canonical(parameters),
    })),
  );
}

function parameterFields(member: Estimator): ParameterFields {
  return Object.fromEntries(
    member.parameters.map((spec) => [spec.name, parametersField(spec)] as const),
  );
}

function once(requests: readonly EstimatorRequest[]): readonly EstimatorRequest[] {
  return [...new Map(requests.map((request) => [requestKey(request), request])).values()];
}

/** An estimator as a study writes it; null parameters are those that do not apply. */
export function estimatorInput({ name, parameters }: EstimatorRequest): unknown {
  const named = Object.entries(parameters).filter(([, value]) => value !== null);
  return named.length === 0 ? name : { [name]: Object.fromEntries(named) };
}
