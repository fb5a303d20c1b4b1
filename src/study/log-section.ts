import { dayOrders } from "../log/days/day-form.js";
import type { LogSpec } from "../log/log-spec.js";
import { candidates, candidatesInput } from "./candidates-section.js";
import { exposure, exposureInput } from "./exposure-section.js";
import { choice, type Field, required, withDefault } from "./field.js";
import { fieldsSchema, readFields } from "./fields.js";
import { join, joinInput } from "./join-section.js";
import { loggingPolicies } from "./logging-policies.js";
import { rewards } from "./rewards-section.js";
import { roleFields, withOneSpelling } from "./role-fields.js";
import { source, sourceInput } from "./source-section.js";
import type { ExposureRequest } from "./study.js";

const fields = {
  source: required(source),
  join,
  candidates,
  rewards: required(rewards),
  ...roleFields("log"),
  loggingPolicies,
  dayOrder: choice(
    dayOrders,
    "What comes first in days such as 11/02/2026, where either fits every row.",
  ),
  rows: choice(
    ["viewed", "offered"],
    "What a row is: an item that was viewed (the default), or one that was offered, viewed or not.",
  ),
  invalid: choice(
    ["refuse", "excludeTrajectories"],
    "What to do with rows that break a rule, those without a user among them. Without it: they are refused, and a trajectory without a user counts as a user of its own.",
  ),
  structure: withDefault(
    choice(["check", "sample", "declared"], "Whether the rules of trajectories are checked."),
    "check",
  ),
  hash: withDefault(
    choice(
      ["portable", "native"],
      "The hash that assigns users with text keys to buckets: portable is the same on every engine, native is the engine's own and cheaper.",
    ),
    "portable",
  ),
  exposure,
};

export interface LogSection {
  readonly log: LogSpec;
  readonly exposure: ExposureRequest;
}

export const log: Field<LogSection> = {
  schema: fieldsSchema(fields),
  expected: "a mapping with the keys source, rewards and the columns that play a role",
  purpose: "What was logged: which column of the source plays which role.",
  read: (value, place) => {
    const read = readFields(fields, value, place);
    if (read === undefined) return undefined;
    const { exposure: exposed = {}, ...rest } = withOneSpelling("log", read, place);
    if (rest.source === undefined || rest.rewards === undefined) return undefined;
    return {
      log: { ...rest, source: rest.source, rewards: rest.rewards },
      exposure: exposed,
    };
  },
};

export function logInput(section: LogSection): Readonly<Record<string, unknown>> {
  const { source: from, join: joined, candidates: all, rewards: named, ...rest } = section.log;
  const exposed = exposureInput(section.exposure);
  return {
    source: sourceInput(from),
    ...(joined === undefined ? {} : { join: joined.map(joinInput) }),
    ...(all === undefined ? {} : { candidates: candidatesInput(all) }),
    ...rest,
    rewards: named,
    ...(Object.keys(exposed).length === 0 ? {} : { exposure: exposed }),
  };
}
