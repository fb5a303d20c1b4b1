import type { ColumnSource } from "hyparquet-writer";
import type { ColumnType, Table } from "../../tables/table.js";

const types = { text: "STRING", number: "DOUBLE", whole: "INT64" } as const satisfies Record<
  ColumnType,
  ColumnSource["type"]
>;

/** A table as one Parquet file: text, doubles and whole numbers of 64 bits, NULL for what is not there. */
export async function encodeParquet({ rows, columns }: Table): Promise<Uint8Array> {
  // What writes files loads where a table is written: most answers are text.
  const { ByteWriter, ParquetWriter, schemaFromColumnData } = await import("hyparquet-writer");
  const columnData = columns.map(({ name, type, cells }) => ({
    name,
    type: types[type],
    nullable: true,
    data: type === "whole" ? cells.map(wide) : [...cells],
  }));
  const writer = new ByteWriter();
  const schema = schemaFromColumnData({ columnData });
  const file = new ParquetWriter({ writer, schema, createdBy: "hindcast" });
  if (rows > 0) await file.write({ columnData });
  await file.finish();
  return new Uint8Array(writer.getBuffer());
}

const wide = (cell: unknown): bigint | null => (typeof cell === "number" ? BigInt(cell) : null);
