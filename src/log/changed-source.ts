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
  const written = (part: readonly ChangedColumn[]): readonly string[] =>
    part.map(([name, sql]) => `${sql} as ${dialect.identifier(name)}`);
  const isOld = ([name]: ChangedColumn): boolean => columns.includes(name);
  const old = written(changed.filter(isOld));
  const added = written(changed.filter((each) => !isOld(each)));
  const kept = columns.filter((name) => !changed.some(([own]) => own === name));
  const starred = old.length === 0 ? "*" : `* replace (${old.join(", ")})`;
  const all =
    old.length === 0 || dialect.replaces === true
      ? [starred]
      : [...kept.map(dialect.identifier), ...old];
  const sql = `select ${[...all, ...added].join(", ")} from ${rowsOf(source, dialect)}`;
  return `{ sql: ${JSON.stringify(withoutSecrets(sql))} }`;
}

function rowsOf(source: SourceSpec, dialect: Dialect): string {
  if (!("sql" in source)) return dialect.source(sourceRef(source));
  const { sql } = source;
  return `(${sql.length > longestQuery ? "…" : sql.trim().replace(/;$/, "")}) as log`;
}
