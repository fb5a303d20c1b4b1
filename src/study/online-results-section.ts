import { z } from "zod";
import { type OnlineResultsSpec, onlineFields } from "../log/online-results.js";
import type { SourceSpec } from "../log/sources/index.js";
import { choice, column, type Field, required, withDefault } from "./field.js";
import { fieldsSchema, present, readFields } from "./fields.js";
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

const columns: Field<OnlineResultsSpec["columns"]> = {
  schema: fieldsSchema(columnFields),
  expected: `a mapping from ${onlineFields.join(", ")} to columns`,
  purpose: "Columns of the table that are not called policy, day, reward, value and so on.",
  read: (value, place) => present(readFields(columnFields, value, place)),
};

const fields = {
  results: required(source),
  columns: withDefault(columns, {}),
  unit: choice(
    ["perTrajectory", "perImpression"],
    "What a value is the mean of; without it perTrajectory.",
  ),
};

/** What policies earned online, day by day: read by `hindcast compare` alone. */
export const onlineResults: Field<OnlineResultsSpec> = {
  schema: z.union([source.schema, fieldsSchema(fields)]),
  expected: "a table, or { results: table, columns, unit }",
  purpose:
    "A table of what policies earned online, a row for each policy, day and reward; compare reads it.",
  read: (value, place) => {
    if (!Object.hasOwn(asMapping(value) ?? {}, "results"))
      return ofSource(source.read(value, place));
    const read = readFields(fields, value, place);
    if (read?.results === undefined) return undefined;
    const { results, columns: named, unit } = read;
    return { source: results, columns: named, ...(unit !== undefined && { unit }) };
  },
};

const ofSource = (table: SourceSpec | undefined): OnlineResultsSpec | undefined =>
  table && { source: table, columns: {} };

/** The section as a study writes it. */
export const onlineResultsInput = ({
  source: table,
  columns: named,
  unit,
}: OnlineResultsSpec): unknown => ({
  results: sourceInput(table),
  columns: named,
  ...(unit !== undefined && { unit }),
});
