import * as z from "zod";
import { type OnlineResultsSpec, onlineFields } from "../log/online-results.js";
import { choice, column, type Field, required, withDefault } from "./field.js";
import { mapping } from "./fields.js";
import { asMapping } from "./mapping.js";
import { source, sourceInput } from "./source-section.js";

const words: Readonly<Record<(typeof onlineFields)[number], string>> = {
  policy: "the policy",
  day: "the day",
  reward: "the reward",
  value: "the mean reward",
  standardError: "its standard error",
  trajectories: "the number of trajectories",
  feed: "the feed",
};

const columnFields = Object.fromEntries(
  onlineFields.map((name) => [name, column(`The column with ${words[name]}.`)]),
);

const columns: Field<OnlineResultsSpec["columns"]> = mapping(
  columnFields,
  `a mapping from ${onlineFields.join(", ")} to columns`,
  "Columns of the table that are not called policy, day, reward, value and so on.",
);

const fields = {
  results: required(source),
  columns: withDefault(columns, {}),
  unit: choice(
    ["perTrajectory", "perImpression"],
    "What a value is the mean of; without it perTrajectory.",
  ),
};

const expected = "a table, or { results: table, columns, unit }";
const purpose =
  "A table of what policies earned online, a row for each policy, day and reward; compare reads it.";
const described = mapping(fields, expected, purpose);

/** What policies earned online, day by day: read by `hindcast compare` alone. */
export const onlineResults: Field<OnlineResultsSpec> = {
  schema: z.union([source.schema, described.schema]),
  expected,
  purpose,
  read: (value, place) => {
    if (!Object.hasOwn(asMapping(value) ?? {}, "results")) {
      const table = source.read(value, place);
      return table && { source: table, columns: {} };
    }
    const read = described.read(value, place);
    if (read === undefined) return undefined;
    const { results, ...rest } = read;
    return { source: results, ...rest };
  },
};

export const onlineResultsInput = ({
  source: table,
  columns: named,
  unit,
}: OnlineResultsSpec): unknown => ({
  results: sourceInput(table),
  columns: named,
  ...(unit !== undefined && { unit }),
});
