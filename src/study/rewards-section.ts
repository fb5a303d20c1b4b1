import * as z from "zod";
import type { PredictionFit, RewardSpec } from "../log/log-spec.js";
import { choice, column, type Field, leaf, required, withDefault } from "./field.js";
import { fieldsSchema, mapping, readFields } from "./fields.js";
import { asMapping } from "./mapping.js";
import { isName, named } from "./named.js";
import { addIssue, type Place, within } from "./place.js";
import { roleFields } from "./role-fields.js";
import { unlogged } from "./unlogged-field.js";

const fitFields = {
  fit: required(
    choice(["itemMean"], "The mean reward of the item's views by users of the other folds."),
  ),
  shrink: withDefault(
    leaf(
      z.number().gte(0),
      "a number of views, 0 or more",
      "How many views with the mean reward each item is given on top of its own.",
    ),
    20,
  ),
  folds: withDefault(
    leaf(
      z.union([z.literal(2), z.literal(4), z.literal(8), z.literal(16)]),
      "2, 4, 8 or 16",
      "Into how many folds users are put by their hash.",
    ),
    4,
  ),
  context: column(
    "A column whose value is one in each trajectory: means are then taken of the item in each context.",
  ),
};
const ofRole = roleFields("reward").prediction;

const fit = mapping(fitFields, "{ fit: itemMean }", ofRole.purpose);
const predictionExpected = "a column's name, or { fit: itemMean }";

const prediction: Field<string | PredictionFit> = {
  schema: z.union([ofRole.schema, fit.schema]),
  expected: predictionExpected,
  purpose: `${ofRole.purpose} Or { fit: itemMean }: it is fitted on the log itself, on the views of other users.`,
  read: (value, place) => {
    if (asMapping(value) !== undefined) return fit.read(value, place);
    if (typeof value === "string") return ofRole.read(value, place);
    return addIssue(place, { code: "invalidValue", expected: predictionExpected, came: value });
  },
};

const rewardFields = {
  ...roleFields("reward"),
  prediction,
  column: required(column("The column that holds the reward.")),
  better: withDefault(choice(["higher", "lower"], "Which direction is good."), "higher"),
  missing: leaf(z.number(), "a finite number", "What an absent (NULL) reward counts as."),
  unlogged,
};
const text = z.string().min(1);
const expected =
  "at least one reward: { like: liked, watch: { column: ms, better: lower } }, or a list of columns";
const purpose = "What a trajectory earned: a name of your own and its column, each.";

const reward: Field<RewardSpec> = {
  schema: z.union([text, fieldsSchema(rewardFields)]),
  expected: "a column's name, or { column, better, missing, unlogged }",
  purpose,
  read: readReward,
};
const byName = named(reward, expected, purpose);

/** The rewards by name; a list of columns names each by its column. */
export const rewards: Field<Readonly<Record<string, RewardSpec>>> = {
  schema: z.union([byName.schema, z.array(text).min(1)]),
  expected,
  purpose,
  read: (value, place) => {
    const rewards = Array.isArray(value) ? readList(value, place) : byName.read(value, place);
    const names = Object.keys(asMapping(value) ?? Object(value));
    if (rewards === undefined || names.length > 0) return rewards;
    return addIssue(place, { code: "invalidValue", expected, came: value });
  },
};

function readReward(value: unknown, place: Place): RewardSpec | undefined {
  if (typeof value === "string" && value !== "") return { column: value, better: "higher" };
  if (typeof value !== "object" || value === null) {
    return addIssue(place, { code: "invalidValue", expected: reward.expected, came: value });
  }
  const read = readFields(rewardFields, value, place);
  return read === undefined ? undefined : { ...read, column: read.column ?? "" };
}

function readList(
  list: readonly unknown[],
  place: Place,
): Readonly<Record<string, RewardSpec>> | undefined {
  const named = new Map<string, RewardSpec>();
  for (const [at, name] of list.entries()) {
    const here = within(place, at);
    if (typeof name !== "string") {
      addIssue(here, { code: "invalidValue", expected: "a column's name", came: name });
    } else if (named.has(name)) {
      addIssue(here, { code: "duplicateName", expected: "each reward once", came: name });
    } else if (isName(name, here)) {
      named.set(name, { column: name, better: "higher" });
    }
  }
  return Object.fromEntries(named);
}
