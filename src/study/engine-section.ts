import { z } from "zod";
import { type Field, leaf, required } from "./field.js";
import { fieldsSchema, readFields } from "./fields.js";
import type { EngineSpec } from "./study.js";

const text = z.string().min(1);
const fields = {
  name: required(leaf(text, "the engine's name, such as duckdb", "Which engine reads the log.")),
  threads: leaf(z.int().min(1), "a whole number in [1, ∞)", "How many threads it may use."),
  memoryLimit: leaf(text, "a size such as 8GB", "How much memory it may use."),
  tempDirectory: leaf(text, "a folder", "Where it may put what does not fit into memory."),
  database: leaf(
    text,
    "a database file of the engine",
    "The file with the tables that sources name; opened for reading only.",
  ),
};

/** The engine by name, or with its limits. */
export const engine: Field<EngineSpec> = {
  schema: z.union([text, fieldsSchema(fields)]),
  expected: "an engine's name, or { name, threads, memoryLimit, tempDirectory, database }",
  purpose: "Where the sums are taken; duckdb is built in.",
  read: (value, place) => {
    if (typeof value === "string" && value !== "") return { name: value };
    const read = readFields(fields, value, place);
    return read?.name === undefined ? undefined : { ...read, name: read.name };
  },
};
