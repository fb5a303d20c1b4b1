import type { LogSpec } from "../log/log-spec.js";
import { exposure, exposureInput } from "./exposure-section.js";
import { choice, column, type Field, required, withDefault } from "./field.js";
import { fieldsSchema, readFields } from "./fields.js";
import { rewardInput, rewards } from "./rewards-section.js";
import { source, sourceInput } from "./source-section.js";
import type { ExposureRequest } from "./study.js";

const fields = {
  source: required(source),
  trajectory: column("The key of a trajectory; without it every row is one."),
  item: column("The key of the item."),
  rank: column("The displayed rank, 1-based."),
  rewards: required(rewards),
  user: column("The user; clusters the standard errors."),
  day: column("The day; gives series over days."),
  feed: column("The feed; every feed has results, and may have a curve, of its own."),
  logger: column("Which logging policy wrote the row, where several did."),
  listLength: column("How many positions the list offered."),
  censored: column(
    "Whether the end of a trajectory was not seen (true or 1): its deepest view is then no stop.",
  ),
  invalid: withDefault(
    choice(["refuse", "excludeTrajectories"], "What to do with rows that break a rule."),
    "refuse",
  ),
  structure: withDefault(
    choice(["check", "sample", "declared"], "Whether the rules of trajectories are checked."),
    "check",
  ),
  hash: withDefault(
    choice(
      ["portable", "native"],
      "Whose hash deals users known by text into buckets: native is the engine's own, cheaper, and another on every engine.",
    ),
    "portable",
  ),
  exposure,
};

/** The log, and how its logger exposed items. */
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
    if (read?.source === undefined || read.rewards === undefined) return undefined;
    const { exposure: exposed = {}, ...rest } = read;
    return {
      log: { ...rest, source: read.source, rewards: read.rewards },
      exposure: exposed,
    };
  },
};

/** The log as a study writes it. */
export function logInput(section: LogSection): Readonly<Record<string, unknown>> {
  const { source: from, rewards: named, ...rest } = section.log;
  const each = Object.entries(named).map(([name, spec]) => [name, rewardInput(spec)] as const);
  const exposed = exposureInput(section.exposure);
  return {
    source: sourceInput(from),
    ...rest,
    rewards: Object.fromEntries(each),
    ...(Object.keys(exposed).length === 0 ? {} : { exposure: exposed }),
  };
}
