import { z } from "zod";
import type { Curve, CurveSpec } from "../exposure/curve.js";
import { curves, measuredCurve as table } from "../exposure/index.js";
import { nearestName } from "../numeric/nearest-name.js";
import type { Parameters, ParameterValue } from "../parameters.js";
import { type Field, leaf, required } from "./field.js";
import { fieldsSchema, present, readFields, unknownKey } from "./fields.js";
import { cutoff, fileSchema, fitSchema, readFile, readFit } from "./fit-request.js";
import { asMapping, ownValue } from "./mapping.js";
import { curvesAmong } from "./members.js";
import { readNamed } from "./named.js";
import { parameterField } from "./parameter-field.js";
import { addIssue, type Place, within } from "./place.js";
import type { CurveRequest, CurveRequests } from "./study.js";

const forms = ["model", table.name, "fit", "file", "byFeed"];
const example =
  "{ fit: yuleSimon }, { model: yuleSimon, rho: 1.2, cutoff: 200 } or { table: [1, 0.7, 0.4] }";

type CurveFields = Readonly<Record<string, Field<ParameterValue>>>;

/** `{ table: [1, 0.7] }`: the values under their model's own name. */
const tableFields: CurveFields = {
  ...Object.fromEntries(table.parameters.map((spec) => [table.name, parameterField(spec)])),
  cutoff,
};

const curveSchema = z.union([
  ...curves.map((curve) => fieldsSchema(modelFields(curve))),
  fieldsSchema(tableFields),
  fitSchema,
  fileSchema,
]);

/** The position-bias curve: one for every feed, or `byFeed`. */
export const curve: Field<CurveRequests> = {
  schema: z.union([curveSchema, z.strictObject({ byFeed: z.record(z.string(), curveSchema) })]),
  expected: `${example}, or { byFeed: { … } }`,
  purpose: "The chance that an item at a displayed rank is viewed, given that the first one is.",
  read: readCurves,
};

const byFeed = {
  byFeed: required({
    schema: z.unknown(),
    expected: "a curve for each feed, by the feed's name",
    purpose: "A curve for each feed.",
    read: (value: unknown, place: Place) =>
      readNamed(
        { expected: "a curve for each feed, by the feed's name", read: readCurve },
        value,
        place,
      ),
  }),
};

function readCurves(value: unknown, place: Place): CurveRequests | undefined {
  const mapping = asMapping(value);
  if (mapping === undefined || !Object.hasOwn(mapping, "byFeed")) {
    const every = readCurve(value, place);
    return every && { every };
  }
  const read = readFields(byFeed, value, place)?.byFeed;
  if (read === undefined) return undefined;
  if (Object.keys(asMapping(mapping.byFeed) ?? {}).length > 0) return { byFeed: read };
  const expected = byFeed.byFeed.expected;
  return addIssue(within(place, "byFeed"), { code: "invalidValue", expected, came: {} });
}

function readCurve(value: unknown, place: Place): CurveRequest | undefined {
  const mapping = asMapping(value) ?? {};
  if (Object.hasOwn(mapping, "fit")) return readFit(value, place);
  if (Object.hasOwn(mapping, "file")) return readFile(value, place);
  if (Object.hasOwn(mapping, table.name)) return readTable(value, place);
  const model = ownValue(mapping, "model");
  const member = place.members.curves.find(({ name }) => name === model);
  if (member !== undefined) return readModel(member, value, place);
  if (Object.hasOwn(mapping, "model")) {
    const names = place.members.curves.map(({ name }) => name);
    const expected = `one of the models ${names.join(", ")}`;
    const here = within(place, "model");
    return addIssue(here, { code: "unknownName", expected, came: model, candidates: names });
  }
  const [near] = Object.keys(mapping).filter((key) => nearestName(key, forms) !== undefined);
  if (near !== undefined) return unknownKey(near, forms, place);
  return addIssue(place, { code: "invalidValue", expected: example, came: value });
}

function readTable(value: unknown, place: Place): CurveSpec | undefined {
  const before = place.issues.length;
  const { [table.name]: list, ...rest } = present(readFields(tableFields, value, place));
  if (list === undefined || place.issues.length > before) return undefined;
  return checked(table, { values: list }, rest.cutoff, value, place);
}

function readModel(member: Curve, value: unknown, place: Place): CurveSpec | undefined {
  const before = place.issues.length;
  const read = present(readFields(modelFields(member), value, place));
  if (place.issues.length > before) return undefined;
  const { model: _, cutoff: last, ...parameters } = read;
  return checked(member, parameters, last, value, place);
}

function modelFields(member: Curve): CurveFields {
  const parameters = member.parameters.map((spec) => [spec.name, parameterField(spec)] as const);
  const model = required(leaf(z.literal(member.name), `the model ${member.name}`, member.purpose));
  return { model, ...Object.fromEntries(parameters), cutoff };
}

/** What no single parameter shows: rules of the member on all of them and the cut-off. */
function checked(
  member: Curve,
  parameters: Parameters,
  last: ParameterValue | undefined,
  came: unknown,
  place: Place,
): CurveSpec | undefined {
  const given = typeof last === "number" ? last : undefined;
  const fault = member.fault?.(parameters, given);
  if (fault !== undefined) {
    const expected = String(fault.facts.expected ?? "other parameters");
    const because = fault.message.replace(/\.$/, "");
    return addIssue(place, { code: fault.code, expected, came, because });
  }
  const end = given ?? member.end?.(parameters);
  return {
    model: member.name,
    parameters,
    ...(end === undefined ? {} : { cutoff: end }),
    ...curvesAmong(place.members),
  };
}

/** A curve as a study writes it. */
export function curveInput(spec: CurveRequests): unknown {
  if ("every" in spec) return oneCurve(spec.every);
  const feeds = Object.entries(spec.byFeed).map(([feed, each]) => [feed, oneCurve(each)] as const);
  return { byFeed: Object.fromEntries(feeds) };
}

function oneCurve(request: CurveRequest): unknown {
  if (!("model" in request)) return request;
  const { model, parameters, ...rest } = request;
  return { model, ...parameters, ...rest };
}
