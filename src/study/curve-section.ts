import * as z from "zod";
import type { Curve, CurveSpec } from "../exposure/curve.js";
import { curves, measuredCurve as table } from "../exposure/index.js";
import { nearestName } from "../numeric/nearest-name.js";
import type { Parameters, ParameterValue } from "../parameters.js";
import { type Field, leaf, required } from "./field.js";
import { fieldsSchema, mapping, present, readFields, unknownKey } from "./fields.js";
import { cutoff, fitted, saved } from "./fit-request.js";
import { asMapping, givenNames, ownValue } from "./mapping.js";
import { curvesAmong } from "./members.js";
import { named } from "./named.js";
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
  fitted.schema,
  saved.schema,
]);

const one: Field<CurveRequest> = {
  schema: curveSchema,
  expected: example,
  purpose: "A curve.",
  read: readCurve,
};
const expectedFeeds = "a curve for each feed, by the feed's name";
const anyFeeds = named(one, expectedFeeds, "A curve for each feed.");
const feeds: Field<Readonly<Record<string, CurveRequest>>> = {
  ...anyFeeds,
  read: (value, place) => {
    const read = anyFeeds.read(value, place);
    if (read === undefined || givenNames(value).length > 0) return read;
    return addIssue(place, { code: "invalidValue", expected: expectedFeeds, came: {} });
  },
};
const byFeed = mapping({ byFeed: required(feeds) }, "{ byFeed: { … } }", feeds.purpose);

/** The position-bias curve: one for every feed, or `byFeed`. */
export const curve: Field<CurveRequests> = {
  schema: z.union([curveSchema, z.strictObject({ byFeed: feeds.schema })]),
  expected: `${example}, or { byFeed: { … } }`,
  purpose: "The chance that an item at a displayed rank is viewed, given that the first one is.",
  read: (value, place) => {
    if (!Object.hasOwn(asMapping(value) ?? {}, "byFeed")) {
      const every = one.read(value, place);
      return every && { every };
    }
    return byFeed.read(value, place);
  },
};

function readCurve(value: unknown, place: Place): CurveRequest | undefined {
  const mapping = asMapping(value) ?? {};
  if (Object.hasOwn(mapping, "fit")) return fitted.read(value, place);
  if (Object.hasOwn(mapping, "file")) return saved.read(value, place);
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
  const lastRank = typeof last === "number" ? last : undefined;
  const fault = member.fault?.(parameters, lastRank);
  if (fault !== undefined) {
    const expected = String(fault.facts.expected ?? "other parameters");
    const because = fault.message.replace(/\.$/, "");
    return addIssue(place, { code: fault.code, expected, came, because });
  }
  const end = lastRank ?? member.end?.(parameters);
  return {
    model: member.name,
    parameters,
    ...(end === undefined ? {} : { cutoff: end }),
    ...curvesAmong(place.members),
  };
}

export function curveInput(spec: CurveRequests): unknown {
  if ("every" in spec) return oneCurve(spec.every);
  const feeds = Object.entries(spec.byFeed).map(([feed, one]) => [feed, oneCurve(one)] as const);
  return { byFeed: Object.fromEntries(feeds) };
}

function oneCurve(request: CurveRequest): unknown {
  if (!("model" in request)) return request;
  const { model, parameters, ...rest } = request;
  return { model, ...parameters, ...rest };
}
