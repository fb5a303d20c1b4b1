import { z } from "zod";
import type { SourceSpec } from "../log/log-spec.js";
import type { Field } from "./field.js";
import { asMapping, ownValue } from "./mapping.js";
import { complain, type Place } from "./place.js";

const text = z.string().min(1);
const files = z.union([text, z.array(text).min(1)]);
const table = z.strictObject({
  table: z.union([text.regex(/^[^.]+(\.[^.]+)*$/), z.array(text).min(1)]),
});
const iceberg = z.strictObject({ iceberg: text });
const sql = z.strictObject({ sql: text });
const expected =
  'a file or glob, a list of these, { table: "schema.name" }, { iceberg: "path" } or { sql: "select …" }';

/** Where rows come from. A table's name is cut at its dots; a list of parts is taken as it is. */
export const source: Field<SourceSpec> = {
  schema: z.union([files, table, iceberg, sql]),
  expected,
  purpose: "Files or globs (Parquet, CSV, JSON lines), a table, an Iceberg table, or a query.",
  read: readSource,
};

function readSource(value: unknown, place: Place): SourceSpec | undefined {
  const asFiles = files.safeParse(value);
  if (asFiles.success) return { files: listOf(asFiles.data) };
  const asTable = table.safeParse(value);
  if (asTable.success) return { table: partsOf(asTable.data.table) };
  const asIceberg = iceberg.safeParse(value);
  if (asIceberg.success) return asIceberg.data;
  const asSql = sql.safeParse(value);
  if (asSql.success) return { sql: asSql.data.sql };
  return complain(place, { code: "invalidValue", expected, came: value });
}

const listOf = (value: string | string[]): string[] =>
  typeof value === "string" ? [value] : value;

const partsOf = (name: string | string[]): string[] =>
  typeof name === "string" ? name.split(".") : name;

/** A source as a study writes it. */
export function sourceInput(spec: SourceSpec): unknown {
  if ("sql" in spec || "iceberg" in spec) return { ...spec };
  if ("files" in spec) return spec.files.length === 1 ? spec.files[0] : [...spec.files];
  const dotted = spec.table.some((part) => part.includes("."));
  return { table: dotted ? [...spec.table] : spec.table.join(".") };
}

/** Whether a mapping says `source:` and no reward of that name. */
export function holdsSource(value: unknown): boolean {
  const mapping = asMapping(value);
  if (mapping === undefined || !Object.hasOwn(mapping, "source")) return false;
  const inner = asMapping(ownValue(mapping, "source"));
  return inner === undefined || !(Object.hasOwn(inner, "value") || Object.hasOwn(inner, "se"));
}
