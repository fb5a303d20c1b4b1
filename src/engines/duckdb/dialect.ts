import { reason, UnsupportedError } from "../../errors.js";
import type { Dialect } from "../../sql/dialect.js";
import type { FileFormat, SourceRef } from "../../sql/relation.js";

const READERS: Readonly<Record<FileFormat, (paths: string) => string>> = {
  parquet: (paths) => `read_parquet(${paths}, union_by_name = true)`,
  csv: (paths) => `read_csv(${paths}, header = true, union_by_name = true)`,
  jsonLines: (paths) => `read_json(${paths}, format = 'newline_delimited', union_by_name = true)`,
};

// A NUL would end the statement inside the client.
function text(value: string): string {
  const parts = value.split("\0").map((part) => `'${part.replaceAll("'", "''")}'`);
  return parts.length === 1 ? (parts[0] ?? "''") : `(${parts.join(" || CHR(0) || ")})`;
}

function identifier(name: string): string {
  if (name === "" || name.includes("\0")) {
    throw new UnsupportedError(
      reason(
        "columnUnsupported",
        `DuckDB cannot read a column called ${JSON.stringify(name)}: a name needs a character and no NUL. Rename it in the source.`,
      ),
    );
  }
  return `"${name.replaceAll('"', '""')}"`;
}

function source(ref: SourceRef): string {
  switch (ref.kind) {
    case "files":
      return READERS[ref.format](`[${ref.paths.map(text).join(", ")}]`);
    case "table":
      return ref.name.map(identifier).join(".");
    case "sql":
      // The line break ends a comment that the text may end with.
      return `(\n${ref.sql.replace(/[;\s]+$/, "")}\n)`;
    default:
      return ref satisfies never;
  }
}

/** How DuckDB writes the portable subset. */
export const duckdbDialect: Dialect = {
  name: "duckdb",
  identifier,
  text,
  types: {
    double: "DOUBLE",
    bigint: "BIGINT",
    text: "VARCHAR",
    date: "DATE",
    boolean: "BOOLEAN",
  },
  source,
  operators: {
    isFinite: (value) => `ISFINITE(${value})`,
    bitAnd: (a, b) => `(${a} & ${b})`,
    shiftRight: (a, b) => `(${a} >> ${b})`,
    hash28: (value) => `CAST('0x' || SUBSTR(MD5(${value}), 1, 7) AS BIGINT)`,
    nativeHash: (value) => `CAST((HASH(${value}) >> 1) AS BIGINT)`,
  },
  // Of a NULL known beforehand DuckDB would make an INTEGER; the cast costs nothing otherwise.
  lookup: (table, index) => `CAST([${table.join(", ")}][${index}] AS DOUBLE)`,
};
