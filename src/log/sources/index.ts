import { InternalError } from "../../errors.js";
import { withoutSecrets } from "../../secrets.js";
import type { SourceRef } from "../../sql/relation.js";
import { type FilesSpec, files } from "./files/files.js";
import { type IcebergSpec, iceberg } from "./iceberg/iceberg.js";
import { type RowsSpec, rows } from "./rows/rows.js";
import type { Source } from "./source.js";
import { type SqlSpec, sql } from "./sql/sql.js";
import { type TableSpec, table } from "./table/table.js";

export type { Source, SourceValue } from "./source.js";

/** Where rows come from: one key, the name of the kind of source. */
export type SourceSpec = FilesSpec | TableSpec | IcebergSpec | SqlSpec | RowsSpec;

/** Every kind of source. */
export const sources: readonly Source[] = [files, table, iceberg, sql, rows];

/** The kind of a source. */
export function kindOf(spec: SourceSpec): Source {
  const found = sources.find(({ name }) => name in spec);
  if (found !== undefined) return found;
  throw new InternalError(`No source has the keys ${Object.keys(spec).join(", ")}.`);
}

/** The engine's reference to a source. */
export const sourceRef = (spec: SourceSpec): SourceRef => kindOf(spec).ref(spec);

/** How messages name a source, without its secrets; `path` is where the study names it. */
export const describeSource = (spec: SourceSpec, path = "log.source"): string =>
  withoutSecrets(kindOf(spec).describe(spec, path));

/** A source with every path as `place` gives it. */
export function placeSource(spec: SourceSpec, place: (file: string) => string): SourceSpec {
  const placed = kindOf(spec).place?.(spec, place);
  return placed === undefined ? spec : (placed as SourceSpec);
}
