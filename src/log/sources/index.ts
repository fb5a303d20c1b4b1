import { InternalError } from "../../errors.js";
import { withoutSecrets } from "../../secrets.js";
import type { SourceRef } from "../../sql/relation.js";
import type { Source } from "./source.js";
import {
  type FilesSpec,
  files,
  type IcebergSpec,
  iceberg,
  type RowsSpec,
  rows,
  type SqlSpec,
  sql,
  type TableSpec,
  table,
} from "./sources.js";

export type { Source, SourceValue } from "./source.js";

/** Where rows come from: one key, the name of the kind of source. */
export type SourceSpec = FilesSpec | TableSpec | IcebergSpec | SqlSpec | RowsSpec;

export const sources: readonly Source[] = [files, table, iceberg, sql, rows];

export function kindOf(spec: SourceSpec): Source {
  const source = sources.find(({ name }) => name in spec);
  if (source !== undefined) return source;
  throw new InternalError(`No source has the keys ${Object.keys(spec).join(", ")}.`);
}

export const sourceRef = (spec: SourceSpec): SourceRef => kindOf(spec).ref(spec);

/** How messages name a source, without its secrets; `path` is where the study names it. */
export const describeSource = (spec: SourceSpec, path = "log.source"): string =>
  withoutSecrets(kindOf(spec).describe(spec, path));

/** A source with every path as `place` gives it. */
export function placeSource(spec: SourceSpec, place: (file: string) => string): SourceSpec {
  const placed = kindOf(spec).place?.(spec, place);
  return placed === undefined ? spec : (placed as SourceSpec);
}

/** How a file that holds one array is read, for messages of files that do not read as JSON lines. */
export function arrayAdvice(source: SourceSpec): string {
  const [file, ...others] = "files" in source ? source.files : [];
  if (file === undefined || others.length > 0 || !/\.json(\.gz)?$/i.test(file)) return "";
  const sql = `select * from read_json('${file.replaceAll("'", "''")}', format = 'array')`;
  return ` If the file holds one array of objects, write log.source: { sql: ${JSON.stringify(sql)} }.`;
}
