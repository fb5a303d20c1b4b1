import { type FileHandle, open } from "node:fs/promises";
import { ByteWriter, type ColumnSource, ParquetWriter } from "hyparquet-writer";
import { InternalError, reason, StudyError } from "../errors.js";
import { writeWhole } from "../part-file.js";
import type { LogColumn } from "./log-column.js";

/** How to write: stop where `signal` fires, and hear of every batch that is on the disk. */
export interface WriteOptions {
  readonly signal?: AbortSignal;
  readonly onRows?: (rows: number) => void;
}

type DecodedArray = ColumnSource["data"];
type SchemaElement = ParquetWriter["schema"][number];

const elements = {
  BIGINT: { type: "INT64" },
  INT32: { type: "INT32" },
  DOUBLE: { type: "DOUBLE" },
  STRING: { type: "BYTE_ARRAY", converted_type: "UTF8" },
  DATE: { type: "INT32", converted_type: "DATE" },
} as const satisfies Record<LogColumn["type"], Omit<SchemaElement, "name">>;

/**
 * Writes batches of columns to a Parquet file (SNAPPY, no nulls), one row group per batch, and
 * returns the number of rows. The file appears under its name only when it is whole: it grows
 * next to it under a name of its own, and is removed when writing fails or `signal` fires (then the
 * signal's reason is thrown). All batches have the same columns; there must be at least one. Throws
 * a StudyError where the folder cannot be written to.
 */
export async function writeParquetFile(
  path: string,
  batches: Iterable<readonly LogColumn[]>,
  options: WriteOptions = {},
): Promise<number> {
  options.signal?.throwIfAborted();
  return writeWhole(path, async (part) => {
    const file = await openPart(part, path);
    try {
      return await writeBatches((bytes) => file.writeFile(bytes), batches, options);
    } finally {
      await file.close();
    }
  });
}

async function openPart(part: string, path: string): Promise<FileHandle> {
  try {
    return await open(part, "wx");
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    const message = `Cannot write ${path}: ${why}. Choose a folder that exists and is writable.`;
    throw new StudyError(reason("output", message, { path }), { cause });
  }
}

type Sink = (bytes: Uint8Array) => Promise<void>;

async function writeBatches(
  sink: Sink,
  batches: Iterable<readonly LogColumn[]>,
  { signal, onRows }: WriteOptions,
): Promise<number> {
  const writer = new FlushedWriter(sink);
  let parquet: ParquetWriter | undefined;
  let rows = 0;
  for (const columns of batches) {
    signal?.throwIfAborted();
    parquet ??= new ParquetWriter({ writer, schema: schemaOf(columns), createdBy: "hindcast" });
    const columnData = columns.map(columnSource);
    const count = columnData[0]?.data.length ?? 0;
    await parquet.write({ columnData, rowGroupSize: count });
    rows += count;
    onRows?.(rows);
  }
  if (parquet === undefined) throw new InternalError("writeParquetFile was given no batch.");
  await parquet.finish();
  signal?.throwIfAborted();
  return rows;
}

function schemaOf(columns: readonly LogColumn[]): SchemaElement[] {
  return [
    { name: "root", num_children: columns.length },
    ...columns.map(({ name, type }) => ({
      name,
      repetition_type: "REQUIRED" as const,
      ...elements[type],
    })),
  ];
}

function columnSource({ name, type, data }: LogColumn): ColumnSource {
  if (type === "BIGINT") return { name, data: BigInt64Array.from(data as Int32Array, BigInt) };
  return { name, data: data as DecodedArray };
}

/** The library's byte buffer, emptied into the file after every row group. */
class FlushedWriter extends ByteWriter {
  readonly #sink: Sink;

  constructor(sink: Sink) {
    super(1 << 20);
    this.#sink = sink;
  }

  async flush(): Promise<void> {
    await this.#sink(this.getBytes());
    this.index = 0;
  }

  override finish(): Promise<void> {
    return this.flush();
  }
}
