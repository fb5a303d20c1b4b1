import { withoutComments } from "../../../secrets.js";
import type { Source } from "../source.js";

/** A query of the user's own. */
export interface SqlSpec {
  readonly sql: string;
}

/** A query in the dialect of the engine. */
export const sql: Source<SqlSpec> = {
  name: "sql",
  form: '{ sql: "select …" }',
  reads: "a query in the dialect of the engine",
  value: "text",
  example: "select * from main.log",
  read: (value) => (typeof value === "string" && value !== "" ? { sql: value } : undefined),
  // Comments say what is for readers of the study alone, and may name a password.
  write: ({ sql: text }) => withoutComments(text),
  ref: ({ sql: text }) => ({ kind: "sql", sql: text }),
  describe: (_, path) => `the query of ${path}`,
};
