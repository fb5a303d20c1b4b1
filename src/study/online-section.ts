import { z } from "zod";
import type { OnlineSpec, OnlineValue } from "../log/log-spec.js";
import { type Field, leaf, required } from "./field.js";
import { fieldsSchema, readFields } from "./fields.js";
import { givenNames } from "./mapping.js";
import { readNamed } from "./named.js";
import { addIssue, type Place } from "./place.js";
import { holdsSource, source, sourceInput } from "./source-section.js";

const sourceFields = { source: required(source) };
const valueFields = {
  value: required(leaf(z.number(), "a finite number", "The mean reward per trajectory.")),
  se: required(leaf(z.number().gte(0), "a number in [0, ∞)", "Its standard error.")),
  n: leaf(z.int().min(1), "a whole number in [1, ∞)", "From how many trajectories."),
};
const liftFields = {
  lift: required(
    leaf(z.number(), "a finite number", "The share by which it earned more than the baseline."),
  ),
  se: required(leaf(z.number().gt(0), "a number in (0, ∞)", "The standard error of the lift.")),
};
const expected = "{ source: … } or, for each reward, { value: …, se: … } or { lift: …, se: … }";

/** What a policy really earned where it ran. */
export const online: Field<OnlineSpec> = {
  schema: z.union([
    fieldsSchema(sourceFields),
    z.record(z.string(), z.union([fieldsSchema(valueFields), fieldsSchema(liftFields)])),
  ]),
  expected,
  purpose: "What the policy really earned where it ran: another log, or values with their errors.",
  read: readOnline,
};

function readOnline(value: unknown, place: Place): OnlineSpec | undefined {
  if (holdsSource(value)) {
    const from = readFields(sourceFields, value, place)?.source;
    return from && { source: from };
  }
  const values = readNamed({ expected, read: readValue }, value, place);
  if (values === undefined || givenNames(value).length > 0) return values && { values };
  return addIssue(place, { code: "invalidValue", expected, came: value });
}

function readValue(value: unknown, place: Place): OnlineValue | undefined {
  if (givenNames(value).includes("lift")) {
    const read = readFields(liftFields, value, place);
    return read?.lift === undefined || read.se === undefined
      ? undefined
      : { lift: read.lift, se: read.se };
  }
  const read = readFields(valueFields, value, place);
  if (read?.value === undefined || read.se === undefined) return undefined;
  return { ...read, value: read.value, se: read.se };
}

/** Online results as a study writes them. */
export function onlineInput(spec: OnlineSpec): unknown {
  return "source" in spec ? { source: sourceInput(spec.source) } : spec.values;
}
