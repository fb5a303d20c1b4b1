import type { SchemaElement } from "hyparquet";
import {
  ByteWriter,
  type ColumnSource,
  ParquetWriter,
  schemaFromColumnData,
} from "hyparquet-writer";
import type { Stratum } from "../log/strata.js";
import { seal, sealable } from "./seal.js";
import type { Tally, TallyTable } from "./tally.js";
import { places } from "./tally-columns.js";
import { format, type Header } from "./tally-layout.js";

const rowGroupSize = 100_000;

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
