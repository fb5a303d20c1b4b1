import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { type ColumnNames, type Columns, columnsIn } from "./columns.js";
import { type Fields, lineOf } from "./fields.js";
import { type Lines, type LinesKind, linesOfTexts, type TextLine } from "./lines.js";
import { faultsOf, fileFault } from "./refuse.js";

/** Reads a Parquet file; the line of a message is its row. */
export async function readParquet(
  name: string,
  kind: LinesKind,
  bytes: Uint8Array,
  columnNames: ColumnNames,
): Promise<Lines> {
  const file = new Uint8Array(bytes).buffer;
  const columns = columnsIn(name, kind, namesIn(name, file), columnNames);
  const rows = await rowsIn(name, file, columns);
  const faults = faultsOf(name);
  const lines: TextLine[] = [];
  for (const [at, row] of rows.entries()) {
    const read = lineOf(row, columns, at + 1);
    if (typeof read !== "string") lines.push(read);
    else faults.add(at + 1, read);
    if (faults.isFull()) break;
  }
  faults.finish();
  return linesOfTexts(name, kind, lines, columns.rank);
}

async function rowsIn(
  name: string,
  file: ArrayBuffer,
  { user, item, value, rank }: Columns,
): Promise<readonly Fields[]> {
  const columns = [user, item, value, ...(rank === null ? [] : [rank])];
  try {
    return await parquetReadObjects({ file, columns });
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    const remedy = /compress/i.test(why)
      ? " Write it with the compression snappy, or with none."
      : "";
    throw fileFault("fileUnreadable", name, `${name} cannot be read: ${why}.${remedy}`, cause);
  }
}

/** The columns of the table, without the parts of nested ones. */
function namesIn(name: string, file: ArrayBuffer): readonly string[] {
  try {
    const { schema } = parquetMetadata(file);
    const names: string[] = [];
    let inner = 0;
    for (const { name: column, num_children: children = 0 } of schema.slice(1)) {
      if (inner > 0) inner -= 1;
      else names.push(column);
      inner += children;
    }
    return names;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw fileFault("fileUnreadable", name, `${name} is not a Parquet file: ${why}`, cause);
  }
}
