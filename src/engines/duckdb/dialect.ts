import { statSync } from "node:fs";
import type { Dialect } from "../../sql/dialect.js";
import { duckdbDialect } from "../../sql/dialects/duckdb.js";
import type { SourceRef } from "../../sql/relation.js";

/** DuckDB's dialect where it runs: a path that is the name of a file is that file, and else a pattern. */
export const engineDialect: Dialect = Object.freeze({
  ...duckdbDialect,
  source: (ref: SourceRef) =>
    duckdbDialect.source(
      ref.kind === "files" ? { ...ref, paths: ref.paths.map(literalIfThere) } : ref,
    ),
});

function literalIfThere(path: string): string {
  const isFile = /[*?[]/.test(path) && statSync(path, { throwIfNoEntry: false })?.isFile();
  // A pattern has no other escape than a class of one character.
  return isFile ? path.replace(/[*?[]/g, "[$&]") : path;
}
