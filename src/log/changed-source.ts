import { withoutComments, withoutSecrets } from "../secrets.js";
import type { Dialect } from "../sql/dialect.js";
import type { FilesRef, SourceRef } from "../sql/relation.js";
import { kindOf, type SourceSpec, sourceRef } from "./sources/index.js";

/** A column and what a query gives under its name; undefined: the text that stands in its file. */
export type ChangedColumn = readonly [name: string, sql: string | undefined];

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
  const texts = changed.flatMap(([name, sql]) => (sql === undefined ? [name] : []));
  const isOld = ([name]: ChangedColumn): boolean => columns.includes(name);
  const computed = changed.filter(([name]) => !texts.includes(name));
  const old = written(computed.filter(isOld));
  const added = written(computed.filter((changedColumn) => !isOld(changedColumn)));
  const kept = columns.filter((name) => !computed.some(([alias]) => alias === name));
  const starred = old.length === 0 ? "*" : `* replace (${old.join(", ")})`;
  const all =
    old.length === 0 || dialect.replaces === true
      ? [starred]
      : [...kept.map(dialect.identifier), ...old];
  const sql = `select ${[...all, ...added].join(", ")} from ${rowsOf(source, dialect, texts)}`;
  return `{ sql: ${JSON.stringify(withoutSecrets(sql))} }`;
}

/** Whether a column of a source can be read as the text that stands in its file. */
export const readsTexts = (source: SourceSpec, { sourceWithTexts }: Dialect): boolean =>
  sourceWithTexts !== undefined && isText(sourceRef(source));

const isText = (ref: SourceRef): ref is FilesRef =>
  ref.kind === "files" && ref.format !== "parquet";

function rowsOf(source: SourceSpec, dialect: Dialect, texts: readonly string[]): string {
  if (!("sql" in source)) {
    const ref = sourceRef(source);
    const { sourceWithTexts } = dialect;
    return texts.length > 0 && isText(ref) && sourceWithTexts !== undefined
      ? sourceWithTexts(ref, texts)
      : dialect.source(ref);
  }
  const sql = withoutComments(source.sql);
  return `(${sql.length > longestQuery ? "…" : sql.trim().replace(/;$/, "")}) as log`;
}
