import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { type ColumnNames, columnsIn } from "./columns.js";
import { lineOf } from "./json-lines.js";
import { type Lines, type LinesKind, linesOfTexts, type TextLine } from "./lines.js";
import { faultsOf, fileFault } from "./refuse.js";

/** Reads a Parquet file; the line of a message is its row. */
export async function readParquet(
  name: string,
  kind: LinesKind,
  bytes: Uint8Array,
  given: ColumnNames,
): Promise<Lines> {
  const file = new Uint8Array(bytes).buffer;
  const present = namesIn(name, file);
  const columns = columnsIn(name, kind, present, given);
  const rows = await parquetReadObjects({
    file,
    columns: [columns.user, columns.item, columns.value],
  });
  const faults = faultsOf(name);
  const lines: TextLine[] = [];
  for (const [at, row] of rows.entries()) {
    const read = lineOf(row, columns, at + 1);
    if (typeof read !== "string") lines.push(read);
    else faults.add(at + 1, read);
    if (faults.isFull()) break;
  }
  faults.finish();
  return linesOfTexts(name, kind, lines);
}

function namesIn(name: string, file: ArrayBuffer): readonly string[] {
  try {
    const { schema } = parquetMetadata(file);
    return schema.slice(1).map((each) => each.name);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw fileFault("fileUnreadable", name, `${name} is not a Parquet file: ${why}`, cause);
  }
}
