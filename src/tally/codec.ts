import { parquetMetadata, parquetRead } from "hyparquet";
import { type ColumnSource, parquetWriteBuffer } from "hyparquet-writer";
import { reason, StudyError } from "../errors.js";
import type { Stratum } from "../log/index.js";
import {
  type Buckets,
  type ClusterKey,
  rounded,
  type Tally,
  type TallyColumn,
  type TallyTable,
} from "./tally.js";

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
  return parquetWriteBuffer({
    columnData: columnsOf(tables),
    kvMetadata: [{ key: format, value: JSON.stringify(header) }],
  });
}

function columnsOf(tables: readonly (readonly [string, TallyTable])[]): ColumnSource[] {
  const columns = new Map<string, ColumnSource>();
  const rows = tables.reduce((sum, [, table]) => sum + table.rows, 0);
  let start = 0;
  for (const [name, table] of tables) {
    const put = (
      column: string,
      type: "STRING" | "INT32" | "DOUBLE",
      at: (row: number) => unknown,
    ): void => {
      const known = columns.get(column) ?? {
        name: column,
        type,
        nullable: true,
        data: Array.from({ length: rows }, () => null as unknown),
      };
      const data = known.data as unknown[];
      for (let row = 0; row < table.rows; row++) data[start + row] = at(row);
      columns.set(column, known);
    };
    const stratum = (row: number): Stratum | undefined => table.strata[table.stratum[row] ?? 0];
    put("table", "STRING", () => name);
    put("day", "STRING", (row) => stratum(row)?.day ?? null);
    put("feed", "STRING", (row) => stratum(row)?.feed ?? null);
    put("logger", "STRING", (row) => stratum(row)?.logger ?? null);
    put("stratum", "INT32", (row) => table.stratum[row]);
    put("bucket", "INT32", (row) => table.bucket[row]);
    for (const [key, values] of Object.entries(table.keys)) {
      put(`key_${key}`, "DOUBLE", (row) => values[row]);
    }
    for (const [fingerprint, { hi, lo }] of Object.entries(table.columns)) {
      put(`sum_${fingerprint}`, "DOUBLE", (row) => hi[row]);
      if (lo !== null) put(`fine_${fingerprint}`, "DOUBLE", (row) => lo[row]);
    }
    start += table.rows;
  }
  return [...columns.values()];
}

/**
 * Reads back what `encodeTally` wrote, bit for bit; the caller knows what the tally is about. Throws where
 * the bytes are not a tally.
 */
export async function decodeTally<About>(bytes: ArrayBuffer): Promise<Tally<About>> {
  const { key_value_metadata: entries = [] } = parquetMetadata(bytes);
  const text = entries.find(({ key }) => key === format)?.value;
  if (text === undefined) {
    const message = `its metadata has no entry ${format}; it is another Parquet file, or of another version.`;
    throw new StudyError(reason("noTally", message));
  }
  const header = JSON.parse(text) as Header;
  const read = columnReader(bytes);
  const tableOf = await read("table");
  const tables: Record<string, TallyTable> = {};
  for (const table of header.tables) {
    const rows = Int32Array.from(tableOf.keys()).filter((row) => tableOf[row] === table.name);
    tables[table.name] = await readTable(table, rows, read);
  }
  const { buckets, clusteredBy, clusters } = header;
  const about = JSON.parse(header.about) as About;
  return { about, buckets, clusteredBy, clusters, tables };
}

type ReadColumn = (name: string) => Promise<readonly unknown[]>;

/** Reads one column after another: rows as objects would hold every column of every table. */
function columnReader(file: ArrayBuffer): ReadColumn {
  const metadata = parquetMetadata(file);
  return async (name) => {
    const values: unknown[] = [];
    await parquetRead({
      file,
      metadata,
      columns: [name],
      onChunk: ({ columnData, rowStart }) => {
        for (let i = 0; i < columnData.length; i++) values[rowStart + i] = columnData[i];
      },
    });
    return values;
  };
}

async function readTable(
  { strata, keys, columns }: Header["tables"][number],
  rows: Int32Array,
  read: ReadColumn,
): Promise<TallyTable> {
  const numbers = async (name: string): Promise<Float64Array> => {
    const values = await read(name);
    return Float64Array.from(rows, (row) => Number(values[row] ?? 0));
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
  return { rows: rows.length, strata, stratum, bucket, keys: keyed, columns: sums };
}
