import { reason, StudyError } from "../../errors.js";

/** Functions that run code, reach other servers or read secrets: of Spark, and of Databricks by its documentation. */
const names =
  "reflect|try_reflect|java_method|http_request|remote_query|ai_\\w+|secret|try_secret|list_secrets";

// The words are looked for in the whole text: what Spark takes for a comment or a quote is not always what
// another reader of its SQL does. A comment may stand between a name and its bracket.
const gap = "\\s*(?:--|/\\*";
const begin = "(?<![\\p{L}\\p{N}_])";
const call = new RegExp(`${begin}(${names}|identifier)\`?${gap}|\\()`, "iu");
/** `TRANSFORM (…) USING 'a command of the shell'`; Spark takes ſ for S. */
const script = new RegExp(`${begin}USING${gap}|R?['"])`, "u");

/** Throws StudyError where a query of the user's own does more than read and compute. */
export function requireReading(sql: string): void {
  const name = script.test(sql.toUpperCase()) ? "TRANSFORM … USING" : callIn(sql);
  if (name === undefined) return;
  const message = `{ sql: … } calls ${name}, which can do more than read and compute. Leave it out; if the query has only a column or a comment of that name, write it otherwise.`;
  throw new StudyError(reason("functionRefused", message, { function: name }));
}

const callIn = (sql: string): string | undefined =>
  (call.exec(sql) ?? call.exec(sql.toUpperCase()))?.[1]?.toLowerCase();
