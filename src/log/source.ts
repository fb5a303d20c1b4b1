import { reason, StudyError } from "../errors.js";
import type { FileFormat, SourceRef } from "../sql/relation.js";
import type { SourceSpec } from "./log-spec.js";

const endings: readonly (readonly [RegExp, FileFormat])[] = [
  [/\.(parquet|pq)$/i, "parquet"],
  [/\.(csv|tsv)(\.gz)?$/i, "csv"],
  [/\.(jsonl|ndjson|json)(\.gz)?$/i, "jsonLines"],
];

/** The engine's reference to a source; the format of files follows from their endings. */
export function sourceRef(spec: SourceSpec): SourceRef {
  if ("sql" in spec) return { kind: "sql", sql: spec.sql };
  if ("table" in spec) return { kind: "table", name: spec.table };
  if ("iceberg" in spec) return { kind: "iceberg", path: spec.iceberg };
  const formats = new Set(spec.files.map(formatOf));
  if (formats.size > 1) {
    throw new StudyError(
      reason(
        "mixedFormats",
        `log.source must name files of one format; these are ${[...formats].join(" and ")}.`,
        { files: [...spec.files] },
      ),
    );
  }
  return { kind: "files", format: [...formats][0] ?? "parquet", paths: spec.files };
}

function formatOf(path: string): FileFormat {
  for (const [ending, format] of endings) if (ending.test(path)) return format;
  throw new StudyError(
    reason(
      "unknownFormat",
      `log.source "${path}" must end in .parquet, .csv, .jsonl or .ndjson (.csv and .jsonl also with .gz); for a table write { table: name }, for a query { sql: "select …" }.`,
      { path },
    ),
  );
}

/** How messages name a source. */
export function describeSource(spec: SourceSpec): string {
  if ("sql" in spec) return "the query of log.source";
  if ("table" in spec) return `table ${spec.table.join(".")}`;
  if ("iceberg" in spec) return `the Iceberg table at ${spec.iceberg}`;
  const [first = "", ...rest] = spec.files;
  return rest.length === 0 ? first : `${first} and ${rest.length} more`;
}
