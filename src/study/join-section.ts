import * as z from "zod";
import type { JoinKey, JoinSpec } from "../log/join/join-spec.js";
import type { SourceSpec } from "../log/sources/index.js";
import { type Field, leaf, required } from "./field.js";
import { fieldsSchema, listOf, readFields } from "./fields.js";
import { asMapping } from "./mapping.js";
import { addIssue, type Place } from "./place.js";
import { sourceFields, sourceInput } from "./source-section.js";

const name = z.string().min(1);
const names = z.union([z.array(name).min(1), z.record(name, name)]);

const fields = {
  on: required(
    leaf(
      names,
      "a list of roles or columns of the log, or a mapping from these to columns of the joined table",
      "The key: roles or columns of the log, each with the column of the joined table where that has another name.",
    ),
  ),
  columns: required(
    leaf(
      names,
      "a list of columns of the joined table, or a mapping from new names to these",
      "The columns that the joined table brings; roles and policies may name them.",
    ),
  ),
};

const sourceNames = Object.keys(sourceFields);
const one = { ...fields, ...sourceFields };
const expected = `a list of mappings with one of ${sourceNames.join(", ")}, and with on and columns`;

/** Tables whose columns are joined to the rows of the log. */
export const join: Field<readonly JoinSpec[]> = listOf(
  { schema: fieldsSchema(one), expected, purpose: "A table.", read: readJoin },
  expected,
  "Tables whose columns are joined to the rows of the log, by equal keys.",
);

function readJoin(value: unknown, place: Place): JoinSpec | undefined {
  const read = readFields(one, value, place);
  if (read === undefined) return undefined;
  const { on, columns, ...others } = read;
  const sources = Object.values(others as Readonly<Record<string, SourceSpec>>);
  const [source] = sources;
  const named = Object.keys(asMapping(value) ?? {}).filter((key) => sourceNames.includes(key));
  if (named.length !== 1) {
    const need = `one source: ${sourceNames.join(", ")}`;
    return addIssue(place, { code: "invalidValue", expected: need, came: named });
  }
  if (on === undefined || columns === undefined || source === undefined) return undefined;
  return { source, on: keysOf(on), columns: byName(columns) };
}

type Names = z.infer<typeof names>;

const keysOf = (on: Names): readonly JoinKey[] =>
  Array.isArray(on)
    ? on.map((log) => ({ log }))
    : Object.entries(on).map(([log, joined]) => ({ log, joined }));

const byName = (columns: Names): Readonly<Record<string, string>> =>
  Array.isArray(columns) ? Object.fromEntries(columns.map((column) => [column, column])) : columns;

export function joinInput({ source, on, columns }: JoinSpec): unknown {
  const written = sourceInput(source);
  const isShort = asMapping(written) === undefined;
  const keys = on.map(({ log, joined = log }) => [log, joined] as const);
  const isList = on.every(({ joined }) => joined === undefined);
  return {
    ...(isShort ? { files: written } : asMapping(written)),
    on: isList ? on.map(({ log }) => log) : Object.fromEntries(keys),
    columns: { ...columns },
  };
}
