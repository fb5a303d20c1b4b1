import * as z from "zod";
import type { OnlineSpec, OnlineValue } from "../log/log-spec.js";
import { type Field, leaf, required } from "./field.js";
import { either, mapping } from "./fields.js";
import { givenNames } from "./mapping.js";
import { named } from "./named.js";
import { addIssue } from "./place.js";
import { holdsSource, source, sourceInput } from "./source-section.js";

const expected = "{ source: … } or, for each reward, { value: …, se: … } or { lift: …, se: … }";
const purpose =
  "What the policy really earned where it ran: another log, or values with their errors.";

const ofLog = mapping({ source: required(source) }, expected, purpose);

const mean: Field<OnlineValue> = mapping(
  {
    value: required(leaf(z.number(), "a finite number", "The mean reward per trajectory.")),
    se: required(leaf(z.number().gte(0), "a number in [0, ∞)", "Its standard error.")),
    n: leaf(z.int().min(1), "a whole number in [1, ∞)", "From how many trajectories."),
  },
  expected,
  purpose,
);

const lift: Field<OnlineValue> = mapping(
  {
    lift: required(
      leaf(z.number(), "a finite number", "The share by which it earned more than the baseline."),
    ),
    se: required(leaf(z.number().gt(0), "a number in (0, ∞)", "The standard error of the lift.")),
  },
  expected,
  purpose,
);

const isLift = (value: unknown): boolean => givenNames(value).includes("lift");
const value = either([mean, lift], (input) => (isLift(input) ? lift : mean), expected, purpose);
const values = named(value, expected, purpose);

export const online: Field<OnlineSpec> = {
  schema: z.union([ofLog.schema, values.schema]),
  expected,
  purpose,
  read: (input, place) => {
    if (holdsSource(input)) return ofLog.read(input, place);
    const read = values.read(input, place);
    if (read === undefined || givenNames(input).length > 0) return read && { values: read };
    return addIssue(place, { code: "invalidValue", expected, came: input });
  },
};

export function onlineInput(spec: OnlineSpec): unknown {
  return "source" in spec ? { source: sourceInput(spec.source) } : spec.values;
}
