import { statSync } from "node:fs";
import type { Dialect } from "../../sql/dialect.js";
import { duckdbDialect } from "../../sql/dialects/duckdb.js";
import type { FilesRef, SourceRef, TextForm } from "../../sql/relation.js";

/** DuckDB's dialect where it runs: a path that is the name of a file is that file, and else a pattern. */
export const engineDialect: Dialect = dialectOf(() => undefined);

export function dialectOf(formOf: (files: FilesRef) => TextForm | undefined): Dialect {
  const files = (ref: FilesRef): FilesRef => {
    const form = ref.form ?? formOf(ref);
    const paths = ref.paths.map(literalIfThere);
    return { ...ref, paths, ...(form && { form }) };
  };
  const source = (ref: SourceRef): string =>
    duckdbDialect.source(ref.kind === "files" ? files(ref) : ref);
  const sourceWithTexts = (ref: FilesRef, names: readonly string[]): string => {
    const { form, ...read } = files(ref);
    const columns = form?.columns.map((column) =>
      names.includes(column.name) ? { ...column, type: "VARCHAR" } : column,
    );
    return duckdbDialect.source({
      ...read,
      ...(form && columns && { form: { ...form, columns } }),
    });
  };
  return Object.freeze({ ...duckdbDialect, source, sourceWithTexts });
}

export const listOf = (paths: readonly string[]): string =>
  `[${paths.map((path) => duckdbDialect.text(literalIfThere(path))).join(", ")}]`;

function literalIfThere(path: string): string {
  const isFile = /[*?[]/.test(path) && statSync(path, { throwIfNoEntry: false })?.isFile();
  // A pattern has no other escape than a class of one character.
  return isFile ? path.replace(/[*?[]/g, "[$&]") : path;
}
