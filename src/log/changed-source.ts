import { withoutSecrets } from "../secrets.js";
import type { Dialect } from "../sql/dialect.js";
import { kindOf, type SourceSpec, sourceRef } from "./sources/index.js";

/** A column and what a query gives under its name. */
export type ChangedColumn = readonly [name: string, sql: string];

/** The longest query of a user's own that is quoted within another one. */
const longestQuery = 200;

/**
 * A query of a source in which some columns hold something else under their own names, as a study writes it: with it
 * as the source, the study's other keys stay. Undefined of rows in memory.
 */
export function changedSource(
  source: SourceSpec,
  dialect: Dialect,
  changed: readonly ChangedColumn[],
  columns: readonly string[],
): string | undefined {
  if (kindOf(source).value === "rows") return undefined;
  const given = changed.map(([name, sql]) => `${sql} as ${dialect.identifier(name)}`);
  const others = columns.filter((name) => !changed.some(([own]) => own === name));
  const selected =
    dialect.replaces === true && changed.every(([name]) => columns.includes(name))
      ? `* replace (${given.join(", ")})`
      : [...others.map(dialect.identifier), ...given].join(", ");
  const sql = `select ${selected} from ${rowsOf(source, dialect)}`;
  return `{ sql: ${JSON.stringify(withoutSecrets(sql))} }`;
}

function rowsOf(source: SourceSpec, dialect: Dialect): string {
  if (!("sql" in source)) return dialect.source(sourceRef(source));
  const { sql } = source;
  return `(${sql.length > longestQuery ? "…" : sql.trim().replace(/;$/, "")}) as log`;
}
