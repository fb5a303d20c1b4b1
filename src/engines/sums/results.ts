import { EngineError, reason, StudyError } from "../../errors.js";
import { collect, type Table } from "../../sql/collect.js";
import { duckdbDialect } from "../../sql/dialects/duckdb.js";
import type { BatchColumn, CallOptions, Engine, Plan } from "../../sql/engine.js";
import { cast, column } from "../../sql/expression.js";
import { from, type SourceRef, select } from "../../sql/relation.js";
import { markerPattern } from "./statement.js";

/** The result of one statement, in one file or in parts. */
export interface Result {
  readonly marker: string;
  readonly files: readonly string[];
  readonly columns: readonly string[];
}

/** Finds in files which statement each answers. Throws StudyError for a file that answers none. */
export async function findResults(
  reader: Engine,
  files: readonly string[],
): Promise<ReadonlyMap<string, Result>> {
  const found = new Map<string, Result>();
  for (const file of files) {
    const columns = (await reader.describe(sourceOf([file]))).map(({ name }) => name);
    const markers = columns.filter((name) => markerPattern.test(name));
    const [marker] = markers;
    if (marker === undefined || markers.length > 1) throw notAResult(file, columns);
    const key = marker.toLowerCase();
    const known = found.get(key);
    found.set(key, { marker, columns, files: [...(known?.files ?? []), file] });
  }
  return found;
}

function notAResult(file: string, columns: readonly string[]): StudyError {
  const shown = columns.slice(0, 6).map((name) => `"${name}"`);
  const message = `--sums: expected ${file} to be the result of one statement of \`hindcast sql\`, whose first column is called hindcast_…, but its columns are ${shown.join(", ")}${columns.length > 6 ? " …" : ""}. Save the whole result with its header.`;
  return new StudyError(reason("notAResult", message, { file, columns: columns.slice(0, 20) }));
}

/** The rows of a result in a plan's types. Throws EngineError where the file does not hold them all. */
export async function readResult(
  reader: Engine,
  { marker, files, columns }: Result,
  plan: Pick<Plan, "purpose" | "columns">,
  options: CallOptions,
): Promise<Table> {
  requireColumns(files, columns, plan);
  const wanted = [{ name: marker, type: "bigint" as const }, ...plan.columns];
  const table = await collect(
    reader,
    {
      purpose: plan.purpose,
      relation: select(
        from(sourceOf(files)),
        wanted.map(({ name, type }) => [name, cast(column(name), type)]),
      ),
      columns: wanted,
    },
    options,
  );
  requireAllRows(files, table, marker, plan.purpose);
  return table;
}

function requireColumns(
  files: readonly string[],
  columns: readonly string[],
  { purpose, columns: wanted }: Pick<Plan, "purpose" | "columns">,
): void {
  const given = new Set(columns.map((name) => name.toLowerCase()));
  const missing = wanted.map(({ name }) => name).filter((name) => !given.has(name.toLowerCase()));
  if (missing.length === 0) return;
  const message = `Expected ${files.join(", ")} to hold the result of "${purpose}", but the column${missing.length > 1 ? "s" : ""} ${missing.slice(0, 6).join(", ")} ${missing.length > 1 ? "are" : "is"} not there. Save the whole result with its header.`;
  throw new EngineError(
    "data",
    reason("resultIncomplete", message, { files: [...files], missing }),
  );
}

/** Every row tells how many there are; parts of one result are in files of their own. */
function requireAllRows(
  files: readonly string[],
  { rows, columns }: Table,
  marker: string,
  purpose: string,
): void {
  const told = new Set(columns.get(marker) ?? []);
  if (rows === 0 || (told.size === 1 && told.has(BigInt(rows)))) return;
  const expected = [...told].map(String);
  const where = files.join(", ");
  const message = `Expected ${expected.join(" or ")} rows for "${purpose}" in ${where}, but there are ${rows}. ${
    expected.length === 1 && Number(expected[0]) > rows
      ? "The result was cut off when it was saved, or a part is missing: give all of its files."
      : "The same result seems to be given twice, or results of different times: give one."
  }`;
  throw new EngineError(
    "data",
    reason("resultIncomplete", message, { files: [...files], rows, expected }),
  );
}

/** Text files are read as text: what a value is, the plan says, and no guess of a reader. */
function sourceOf(files: readonly string[]): SourceRef {
  if (files.every((file) => /\.(parquet|pq)$/i.test(file))) {
    return { kind: "files", format: "parquet", paths: files };
  }
  if (files.every((file) => /\.(csv|tsv)(\.gz)?$/i.test(file))) {
    const list = files.map(duckdbDialect.text).join(", ");
    return {
      kind: "sql",
      sql: `SELECT * FROM read_csv([${list}], header = true, all_varchar = true, nullstr = ['', 'NULL', '\\N'])`,
    };
  }
  throw new StudyError(
    reason(
      "notAResult",
      `--sums: expected results as Parquet (.parquet) or CSV with a header (.csv, .tsv, also .gz), one format for the parts of one result, but got ${files.join(", ")}.`,
      { files: [...files] },
    ),
  );
}

/** A column of a table as a batch holds it. */
export const batchColumns = (table: Table): ReadonlyMap<string, BatchColumn> =>
  table.columns as ReadonlyMap<string, BatchColumn>;
