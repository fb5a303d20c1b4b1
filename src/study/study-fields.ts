import * as z from "zod";
import { defaultEngine } from "../engines/index.js";
import type { Estimand } from "../estimators/estimator.js";
import { defaultAdjustment, defaultInterval } from "../inference/inference.js";
import { LOGGED } from "../log/log-spec.js";
import { engine } from "./engine-section.js";
import { decide, estimators } from "./estimators-section.js";
import { choice, type Field, leaf, nameAmong, required, withDefault } from "./field.js";
import { fieldsSchema, listOf, made, mapping, readFields } from "./fields.js";
import { type LogSection, log } from "./log-section.js";
import { named } from "./named.js";
import { onlineResults } from "./online-results-section.js";
import { addIssue, type Place } from "./place.js";
import { policies } from "./policies-section.js";
import type { Guard, Prior, Privacy, Study } from "./study.js";

const estimand = choice(["perTrajectory", "perImpression"], "Reward per what.");

const estimandList = listOf(
  estimand,
  "a list out of perTrajectory, perImpression",
  "Reward per trajectory, per viewed impression, or both.",
);
const estimands = made(estimandList, (list): readonly Estimand[] => [...new Set(list)]);

/** The name of an interval or an adjustment: the schema lists Hindcast's, a caller may add others. */
const memberName = (kind: "intervals" | "adjustments", purpose: string): Field<string> =>
  nameAmong((members) => members[kind].map(({ name }) => name), purpose);

const percent = /^\s*(\d+(?:\.\d+)?)\s*%\s*$/;

const margin: Field<number> = {
  schema: z.union([z.number().gt(0).lt(1), z.string().regex(percent)]),
  expected: "a share of the baseline in (0, 1), such as 0.01 or 1 %",
  purpose: "By how much of what the baseline earns a candidate may be worse.",
  read: (value, place) => {
    const [, number] = typeof value === "string" ? (percent.exec(value) ?? []) : [];
    const share = number === undefined ? value : Number(number) / 100;
    if (typeof share === "number" && share > 0 && share < 1) return share;
    return addIssue(place, { code: "invalidValue", expected: margin.expected, came: value });
  },
};

/** Rewards of which a candidate must not lose more than a share, whatever else it wins. */
const guardrails: Field<Readonly<Record<string, Guard>>> = named(
  mapping({ notWorseThan: required(margin) }, "{ notWorseThan: 0.01 }", margin.purpose),
  "a mapping from rewards to { notWorseThan: … }",
  "Rewards that a candidate must be shown not to lose more than a share of.",
);

const sd = leaf(
  z.number().gt(0).lt(Infinity),
  "a number in (0, ∞), such as 0.05 for 5 % (a prior of width 0 would decide before the log is read)",
  "The standard deviation of lifts before the log is read, relative to the baseline.",
);

const lift = mapping(
  { sd: required(sd) },
  "{ sd: 0.05 }",
  "Lifts before the log is read: normal around 0.",
);

/** What is believed of lifts before the log is read, for chances and expected losses next to the verdicts. */
const prior: Field<Prior> = mapping(
  { lift: required(lift) },
  "{ lift: { sd: 0.05 } }",
  "A normal prior on lifts: adds the chance to beat the baseline and the expected loss.",
);

const privacyFields = {
  keys: withDefault(
    leaf(
      z.boolean(),
      "true or false",
      "Results and tallies may hold the key of a user on whom a verdict rests.",
    ),
    false,
  ),
  saltFile: leaf(
    z.string().min(1),
    "the name of a file",
    "A file with a secret of 16 bytes or more that enters the hash by which users are put into groups.",
  ),
};

const privacy: Field<Privacy> = mapping(
  privacyFields,
  "a mapping such as { keys: true } or { saltFile: salt.txt }",
  "What results may hold of users.",
);

const fields = {
  $schema: leaf(z.string(), "the address of the schema", "For editors; read by nothing else."),
  log: required(log),
  policies: withDefault(policies, {}),
  online: onlineResults,
  baseline: withDefault(
    leaf(
      z.string().min(1),
      `a policy's name, or ${LOGGED}`,
      "What the policies are compared with; logged is the policy that wrote the log.",
    ),
    LOGGED,
  ),
  decide,
  estimators,
  estimands: withDefault(estimands, ["perTrajectory"]),
  confidence: withDefault(
    leaf(z.number().gt(0).lt(1), "a number in (0, 1)", "The level of every interval."),
    0.95,
  ),
  interval: withDefault(
    memberName("intervals", "How confidence intervals are made."),
    defaultInterval.name,
  ),
  adjust: withDefault(
    memberName(
      "adjustments",
      "How p is adjusted for all verdict lines of the study; their intervals stay simultaneous.",
    ),
    defaultAdjustment.name,
  ),
  family: withDefault(
    choice(
      ["study", "feed"],
      "Which verdict lines share the level: all of the study, or those of each feed; a gate reads the study's.",
    ),
    "study",
  ),
  guardrails,
  prior,
  pool: withDefault(
    leaf(z.boolean(), "true or false", "Add rows over all feeds, each on its own curve."),
    false,
  ),
  sums: withDefault(
    choice(["exact", "fast"], "Sums with the same bits in any order, or plain ones."),
    "exact",
  ),
  privacy: withDefault(privacy, { keys: false }),
  truth: leaf(
    z.string().min(1),
    "the path of a JSON file, as `hindcast simulate` writes it",
    "Known answers of a simulated log, which reports show next to the estimates.",
  ),
  engine: withDefault(engine, { name: defaultEngine.name }),
} as const;

/** Every key of a study as read; those with a default that depends on no other key are there. */
export interface StudyKeys extends Omit<Study, "log" | "exposure" | "estimators"> {
  readonly $schema?: string;
  readonly log?: LogSection;
  readonly estimators?: Study["estimators"];
}

/** Reads a study key by key and notes every mistake that one key alone shows. */
export function readKeys(input: unknown, place: Place): StudyKeys | undefined {
  return readFields(fields, input, place);
}

/** The shape of a study; what no shape can say is checked by `readStudy` alone. */
export const studySchema: z.ZodType = fieldsSchema(fields);
