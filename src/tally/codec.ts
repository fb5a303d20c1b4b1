import { type FileMetaData, parquetMetadata, parquetRead, type SchemaElement } from "hyparquet";
import {
  ByteWriter,
  type ColumnSource,
  ParquetWriter,
  schemaFromColumnData,
} from "hyparquet-writer";
import { reason, StudyError } from "../errors.js";
import type { Stratum } from "../log/index.js";
import { requireIntact, seal, sealable } from "./seal.js";
import {
  type Buckets,
  type ClusterKey,
  rounded,
  type Tally,
  type TallyColumn,
  type TallyTable,
} from "./tally.js";
import { places } from "./tally-columns.js";

const rowGroupSize = 100_000;

/** The layout of the file; readers refuse any other. */
const format = "hindcast-tally-2";

interface Header {
  /** `Tally.about` as JSON. */
  readonly about: string;
  /** `user`: a row a cluster, to be handled as data of single users; `bucket`: none stands alone. */
  readonly level: "user" | "bucket";
  readonly buckets: Buckets;
  readonly clusteredBy: ClusterKey;
  readonly clusters: Tally["clusters"];
  readonly tables: readonly {
    readonly name: string;
    readonly strata: readonly Stratum[];
    readonly keys: readonly string[];
    readonly columns: readonly (readonly [
      fingerprint: string,
      combine: "sum" | "max",
      fine: boolean,
      /** As JSON has no Infinity, null. */
      rounding: number | null,
    ])[];
  }[];
}

/**
 * A tally as one Parquet file: a row a cell of any table, a column a sum (and one more for its low
 * bits where it has them), the rest as JSON in the file's metadata. It holds no key of a user.
 */
export function encodeTally(tally: Tally): ArrayBuffer {
  const tables = Object.entries(tally.tables);
  const header: Header = {
    about: JSON.stringify(tally.about),
    level: tally.buckets.kind === "exact" ? "user" : "bucket",
    buckets: tally.buckets,
    clusteredBy: tally.clusteredBy,
    clusters: tally.clusters,
    tables: tables.map(([name, table]) => ({
      name,
      strata: table.strata,
      keys: Object.keys(table.keys),
      columns: Object.entries(table.columns).map(([fingerprint, { combine, lo, rounding = 0 }]) => [
        fingerprint,
        combine,
        lo !== null,
        Number.isFinite(rounding) ? rounding : null,
      ]),
    })),
  };
  // A writer to memory has written when it returns.
  const writer = new ByteWriter();
  const file = new ParquetWriter({
    writer,
    schema: schemaOf(tables),
    kvMetadata: [{ key: format, value: sealable(header) }],
  });
  for (const [name, table] of tables) {
    if (table.rows > 0)
      void file.write({ columnData: columnsOf(file.schema, name, table), rowGroupSize });
  }
  void file.finish();
  return seal(writer.getBuffer());
}

/** Text, whole numbers and doubles by name: the places of a row first, then the keys and sums of any table. */
function schemaOf(tables: readonly (readonly [string, TallyTable])[]): SchemaElement[] {
  const sums = tables.flatMap(([, table]) => [...numbersOf(table).keys()]);
  const typed = [
    ...places.map((name) => [name, name === "stratum" || name === "bucket" ? "INT32" : "STRING"]),
    ...[...new Set(sums)].map((name) => [name, "DOUBLE"]),
  ] as const;
  const columnData = typed.map(([name, type]) => ({
    name,
    type,
    // Numbers that may be missing take twice as long to read.
    nullable: type === "STRING",
    data: [],
  }));
  return schemaFromColumnData({ columnData: columnData as ColumnSource[] });
}

function numbersOf({ keys, columns }: TallyTable): ReadonlyMap<string, Float64Array> {
  const numbers = new Map<string, Float64Array>();
  for (const [key, values] of Object.entries(keys)) numbers.set(`key_${key}`, values);
  for (const [fingerprint, { hi, lo }] of Object.entries(columns)) {
    numbers.set(`sum_${fingerprint}`, hi);
    if (lo !== null) numbers.set(`fine_${fingerprint}`, lo);
  }
  return numbers;
}

/** Every column of the file for the rows of one table, 0 where it has none: each table is row groups of its own. */
function columnsOf(
  schema: readonly SchemaElement[],
  name: string,
  table: TallyTable,
): ColumnSource[] {
  const { stratum, bucket, strata, rows } = table;
  const ofStratum = (of: (at: Stratum | undefined) => string | null | undefined): unknown[] =>
    Array.from(stratum, (at) => of(strata[at]) ?? null);
  const data = new Map<string, ColumnSource["data"]>([
    ["table", new Array<unknown>(rows).fill(name)],
    ["day", ofStratum((at) => at?.day)],
    ["feed", ofStratum((at) => at?.feed)],
    ["logger", ofStratum((at) => at?.logger)],
    ["stratum", stratum],
    ["bucket", bucket],
    ...numbersOf(table),
  ]);
  const none = new Float64Array(rows);
  // Least and largest values of sums serve no reader, and cost a third of the time.
  return schema.slice(1).map((column) => ({
    name: column.name,
    data: data.get(column.name) ?? none,
    statistics: isPlace(column.name),
  }));
}

const isPlace = (name: string): boolean => places.some((place) => place === name);

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
  /** Calls `put` with each value of a column and its place among the rows that are asked for. */
  readonly read: (
    name: string,
    rows: Rows,
    put: (value: unknown, at: number) => void,
  ) => Promise<void>;
}

/** Reads one column after another: rows as objects would hold every column of every table. */
function openFile(file: ArrayBuffer, metadata: FileMetaData): TallyFile {
  return {
    rows: Number(metadata.num_rows),
    read: async (name, { start, end }, put) => {
      if (end === start) return;
      await parquetRead({
        file,
        metadata,
        columns: [name],
        rowStart: start,
        rowEnd: end,
        onChunk: ({ columnData, rowStart }) => {
          const until = Math.min(columnData.length, end - rowStart);
          for (let at = Math.max(start - rowStart, 0); at < until; at++) {
            put(columnData[at], rowStart + at - start);
          }
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
  await read("table", { start: 0, end: rows }, (name) => {
    const at = places.get(name) ?? -1;
    isInOrder &&= at >= last;
    counts[at] = (counts[at] ?? 0) + 1;
    last = at;
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
  { read }: TallyFile,
): Promise<TallyTable> {
  const numbers = async (name: string): Promise<Float64Array> => {
    const values = new Float64Array(rows.end - rows.start);
    await read(name, rows, (value, at) => {
      values[at] = Number(value ?? 0);
    });
    return values;
  };
  const sums: Record<string, TallyColumn> = {};
  for (const [fingerprint, combine, fine, rounding] of columns) {
    const hi = await numbers(`sum_${fingerprint}`);
    const lo = fine ? await numbers(`fine_${fingerprint}`) : null;
    sums[fingerprint] = rounded({ combine, hi, lo }, rounding ?? Infinity);
  }
  const keyed: Record<string, Float64Array> = {};
  for (const key of keys) keyed[key] = await numbers(`key_${key}`);
  const stratum = Int32Array.from(await numbers("stratum"));
  const bucket = Int32Array.from(await numbers("bucket"));
  return { rows: stratum.length, strata, stratum, bucket, keys: keyed, columns: sums };
}
