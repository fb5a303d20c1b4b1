import { type ColumnData, type FileMetaData, parquetMetadata, parquetRead } from "hyparquet";
import { reason, StudyError } from "../errors.js";
import { requireIntact } from "./seal.js";
import { rounded, type Tally, type TallyColumn, type TallyTable } from "./tally.js";
import { format, type Header } from "./tally-layout.js";

/**
 * Reads back what `encodeTally` wrote, bit for bit; the caller knows what the tally is about. Throws where
 * the bytes are not a tally, or not those that were written.
 */
export async function decodeTally<About>(bytes: ArrayBuffer): Promise<Tally<About>> {
  await requireIntact(bytes);
  const metadata = parquetMetadata(bytes);
  const { key_value_metadata: entries = [] } = metadata;
  const text = entries.find(({ key }) => key === format)?.value;
  if (text === undefined) {
    const message = `its metadata has no entry ${format}; it is another Parquet file, or of another version. A log needs a study, which this writes: hindcast init log.parquet`;
    throw new StudyError(reason("noTally", message));
  }
  const header = JSON.parse(text) as Header;
  const file = openFile(bytes, metadata);
  const tables: Record<string, TallyTable> = {};
  let start = 0;
  for (const [table, rows] of await rowsByTable(header, file)) {
    tables[table.name] = await readTable(table, { start, end: start + rows }, file);
    start += rows;
  }
  const { buckets, clusteredBy, clusters } = header;
  const about = JSON.parse(header.about) as About;
  return { about, buckets, clusteredBy, clusters, tables };
}

/** Rows of the file from `start` to before `end`. */
interface Rows {
  readonly start: number;
  readonly end: number;
}

interface TallyFile {
  readonly rows: number;
  /** Calls `take` with parts of the columns, and where among the rows that are asked for they start. */
  readonly read: (
    names: readonly string[],
    rows: Rows,
    take: (name: string, values: ColumnData["columnData"], at: number) => void,
  ) => Promise<void>;
}

/** Reads columns, not rows, which as objects would hold every column of every table. */
function openFile(file: ArrayBuffer, metadata: FileMetaData): TallyFile {
  return {
    rows: Number(metadata.num_rows),
    read: async (names, { start, end }, take) => {
      if (end === start || names.length === 0) return;
      await parquetRead({
        file,
        metadata,
        columns: [...names],
        rowStart: start,
        rowEnd: end,
        onChunk: ({ columnName, columnData, rowStart }) => {
          const from = Math.max(start - rowStart, 0);
          const until = Math.min(columnData.length, end - rowStart);
          if (until <= from) return;
          const isWhole = from === 0 && until === columnData.length;
          const values = isWhole ? columnData : columnData.slice(from, until);
          take(columnName, values, rowStart + from - start);
        },
      });
    },
  };
}

/** How many rows each table has. Throws where one table's rows do not follow the other's in the order of the header. */
async function rowsByTable(
  { tables }: Header,
  { rows, read }: TallyFile,
): Promise<readonly (readonly [Header["tables"][number], number])[]> {
  const places = new Map<unknown, number>(tables.map(({ name }, at) => [name, at]));
  const counts = tables.map(() => 0);
  // The reader of the file does not catch what its listeners throw.
  let [last, isInOrder] = [0, true];
  await read(["table"], { start: 0, end: rows }, (_, values) => {
    for (let row = 0; row < values.length; row++) {
      const at = places.get(values[row]) ?? -1;
      isInOrder &&= at >= last;
      counts[at] = (counts[at] ?? 0) + 1;
      last = at;
    }
  });
  if (isInOrder && counts.reduce((sum, count) => sum + count, 0) === rows) {
    return tables.map((table, at) => [table, counts[at] ?? 0]);
  }
  const message =
    "its rows are not those of its tables, one table after the other; it was damaged, or written by another program.";
  throw new StudyError(reason("noTally", message));
}

async function readTable(
  { strata, keys, columns }: Header["tables"][number],
  rows: Rows,
  file: TallyFile,
): Promise<TallyTable> {
  const names = [
    ...columns.flatMap(([name, , fine]) => [`sum_${name}`, ...(fine ? [`fine_${name}`] : [])]),
    ...keys.map((key) => `key_${key}`),
    ...["stratum", "bucket"],
  ];
  const read = await readNumbers(names, rows, file);
  const numbers = (name: string): Float64Array => read.get(name) ?? new Float64Array();
  const sums: Record<string, TallyColumn> = {};
  for (const [fingerprint, combine, fine, rounding] of columns) {
    const hi = numbers(`sum_${fingerprint}`);
    const lo = fine ? numbers(`fine_${fingerprint}`) : null;
    sums[fingerprint] = rounded({ combine, hi, lo }, rounding ?? Infinity);
  }
  const keyed: Record<string, Float64Array> = {};
  for (const key of keys) keyed[key] = numbers(`key_${key}`);
  const stratum = Int32Array.from(numbers("stratum"));
  const bucket = Int32Array.from(numbers("bucket"));
  return { rows: stratum.length, strata, stratum, bucket, keys: keyed, columns: sums };
}

/** So many numbers are decoded at a time: the reader looks through the whole schema each time that it is called. */
const decodedAtOnce = 2e6;

async function readNumbers(
  names: readonly string[],
  rows: Rows,
  { read }: TallyFile,
): Promise<ReadonlyMap<string, Float64Array>> {
  const length = rows.end - rows.start;
  const arrays = new Map(names.map((name) => [name, new Float64Array(length)]));
  const unread = [...arrays.keys()];
  const together = Math.max(1, Math.floor(decodedAtOnce / Math.max(1, length)));
  while (unread.length > 0) {
    await read(unread.splice(0, together), rows, (name, values, at) => {
      const into = arrays.get(name);
      if (into === undefined) return;
      if (values instanceof Float64Array || values instanceof Int32Array) into.set(values, at);
      else for (let row = 0; row < values.length; row++) into[at + row] = Number(values[row] ?? 0);
    });
  }
  return arrays;
}
