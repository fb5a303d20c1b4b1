import { type FileHandle, open } from "node:fs/promises";
import { ByteWriter, type ColumnSource, ParquetWriter } from "hyparquet-writer";
import { InternalError, reason, StudyError } from "../errors.js";
import { writeWhole } from "../part-file.js";

/** A stretch of one column, named and typed as it stands in the file. */
export interface LogColumn {
  readonly name: string;
  readonly type: "BIGINT" | "INT32" | "DOUBLE" | "STRING" | "DATE";
  /** Numbers; days since 1970-01-01 for DATE; text for STRING. */
  readonly data: readonly string[] | Int32Array | Uint8Array | Float64Array;
  /** Values that are 0 are missing: NULL in the file. */
  readonly zeroIsNull?: true;
}

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
 * Writes batches of columns to a Parquet file (SNAPPY), one row group per batch, and
 * returns the number of rows. The file appears under its name only when it is whole: it grows
 * next to it under a name of its own, and is removed when writing fails or `signal` fires (then the
 * signal's reason is thrown). All batches have the same columns; there must be at least one. Throws
 * a StudyError where the folder cannot be written to.
 */
export async function writeParquetFile(
  path: string,
  batches: Iterable<readonly LogColumn[]> | AsyncIterable<readonly LogColumn[]>,
  { signal, onRows }: WriteOptions = {},
): Promise<number> {
  signal?.throwIfAborted();
  return writeWhole(path, async (part) => {
    const file = await openParquetPart(part, path);
    try {
      for await (const columns of batches) {
        signal?.throwIfAborted();
        await file.write(columns);
        onRows?.(file.rows());
      }
      await file.finish();
      signal?.throwIfAborted();
      return file.rows();
    } finally {
      await file.close();
    }
  });
}

export interface ParquetPart {
  readonly write: (columns: readonly LogColumn[]) => Promise<void>;
  readonly finish: () => Promise<void>;
  readonly rows: () => number;
  readonly close: () => Promise<void>;
}

/** Opens a new file for what is to stand at `path` in the end. Throws a StudyError where that cannot be. */
export async function openParquetPart(part: string, path: string): Promise<ParquetPart> {
  const file = await openPart(part, path);
  const writer = new FlushedWriter((bytes) => file.writeFile(bytes));
  let parquet: ParquetWriter | undefined;
  let rows = 0;
  return {
    async write(columns) {
      parquet ??= new ParquetWriter({ writer, schema: schemaOf(columns), createdBy: "hindcast" });
      const columnData = columns.map(columnSource);
      const count = columnData[0]?.data.length ?? 0;
      await parquet.write({ columnData, rowGroupSize: Math.max(1, count) });
      rows += count;
    },
    async finish() {
      if (parquet === undefined) throw new InternalError("A Parquet file was given no batch.");
      await parquet.finish();
    },
    rows: () => rows,
    close: () => file.close(),
  };
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

function schemaOf(columns: readonly LogColumn[]): SchemaElement[] {
  return [
    { name: "root", num_children: columns.length },
    ...columns.map(({ name, type, zeroIsNull }) => ({
      name,
      repetition_type: zeroIsNull === true ? ("OPTIONAL" as const) : ("REQUIRED" as const),
      ...elements[type],
    })),
  ];
}

function columnSource({ name, type, data, zeroIsNull }: LogColumn): ColumnSource {
  if (type === "BIGINT") return { name, data: wide(data as Int32Array) };
  if (zeroIsNull === true) {
    return { name, data: Array.from(data as Int32Array, (value) => (value === 0 ? null : value)) };
  }
  return { name, data: data as DecodedArray };
}

/** Whole numbers of 53 bits as 64 bits, by halves: a BigInt for each would take most of the time. */
function wide(data: Int32Array | Float64Array): BigInt64Array {
  const halves = new Int32Array(2 * data.length);
  for (let at = 0; at < data.length; at++) {
    const value = data[at] as number;
    halves[2 * at] = value | 0;
    halves[2 * at + 1] = Math.floor(value / 4294967296);
  }
  return new BigInt64Array(halves.buffer);
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
