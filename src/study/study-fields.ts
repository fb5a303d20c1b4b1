import { z } from "zod";
import { defaultEngine } from "../engines/index.js";
import type { Estimand } from "../estimators/estimator.js";
import { defaultAdjustment, defaultInterval } from "../inference/index.js";
import { LOGGED } from "../log/log-spec.js";
import { engine } from "./engine-section.js";
import { decide, estimators } from "./estimators-section.js";
import { choice, type Field, leaf, nameAmong, required, withDefault } from "./field.js";
import { fieldsSchema, listOf, made, readFields } from "./fields.js";
import { guardrails } from "./guardrails-section.js";
import { type LogSection, log } from "./log-section.js";
import { onlineResults } from "./online-results-section.js";
import type { Place } from "./place.js";
import { policies } from "./policies-section.js";
import { prior } from "./prior-section.js";
import { privacy } from "./privacy-section.js";
import type { Study } from "./study.js";

const estimand = choice(["perTrajectory", "perImpression"], "Reward per what.");

const estimandList = listOf(
  estimand,
  "a list out of perTrajectory, perImpression",
  "Reward per trajectory, per viewed impression, or both.",
);
const estimands = made(estimandList, (each): readonly Estimand[] => [...new Set(each)]);

/** The name of an interval or an adjustment: the schema lists Hindcast's, a caller may add others. */
const memberName = (kind: "intervals" | "adjustments", purpose: string): Field<string> =>
  nameAmong((members) => members[kind].map(({ name }) => name), purpose);

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
