import type { Source } from "../source.js";

/** A table by the parts of its name. */
export interface TableSpec {
  readonly table: readonly string[];
}

/** A table of the engine. A name is split at its dots; a list of parts is taken as it is. */
export const table: Source<TableSpec> = {
  name: "table",
  form: '{ table: "schema.name" }',
  reads: "a table of the engine",
  value: "name",
  example: "main.log",
  read(value) {
    const parts = typeof value === "string" ? value.split(".") : value;
    return isName(parts) ? { table: parts } : undefined;
  },
  write: ({ table: parts }) =>
    parts.some((part) => part.includes(".")) ? [...parts] : parts.join("."),
  ref: ({ table: name }) => ({ kind: "table", name }),
  describe: ({ table: parts }) => `table ${parts.join(".")}`,
};

const isName = (value: unknown): value is readonly string[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((part) => typeof part === "string" && part !== "");
