import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { ByteWriter, parquetWrite } from "hyparquet-writer";
import { format, type Header } from "../../../src/tally/tally-layout.js";

/** The parts of a tally's file: what its metadata says, and its columns. */
export interface TallyParts {
  readonly header: Omit<Header, "about"> & { readonly about: unknown };
  readonly columns: Readonly<Record<string, readonly unknown[]>>;
}

export async function tallyParts(file: ArrayBuffer): Promise<TallyParts> {
  const { key_value_metadata: entries = [] } = parquetMetadata(file);
  const text = entries.find(({ key }) => key === format)?.value ?? "{}";
  const { digest: _, about, ...header } = JSON.parse(text);
  const rows = await parquetReadObjects({ file });
  const names = Object.keys(rows[0] ?? {});
  const columns = Object.fromEntries(names.map((name) => [name, rows.map((row) => row[name])]));
  return { header: { ...header, about: JSON.parse(about) }, columns };
}

const isTexts = (values: readonly unknown[]): boolean =>
  values.every((value) => value === null || typeof value === "string");

/**
 * A file of parts that may be any values, and without a digest, which older files lack: what a stranger can
 * write. Undefined where they are no columns that Parquet holds.
 */
export function tallyBytes(parts: unknown): Uint8Array | undefined {
  const { header, columns } = Object(parts) as Partial<TallyParts>;
  const lists = Object.entries(columns ?? {}).filter(([, values]) => Array.isArray(values));
  const rows = Math.max(0, ...lists.map(([, values]) => values.length));
  const columnData = lists.map(([name, values]) => {
    const whole = Array.from({ length: rows }, (_, row) => values[row] ?? null);
    if (isTexts(whole)) return { name, data: whole, type: "STRING" as const };
    const numbers = whole.map(Number);
    return name === "stratum" || name === "bucket"
      ? { name, data: Int32Array.from(numbers), type: "INT32" as const }
      : { name, data: Float64Array.from(numbers), type: "DOUBLE" as const };
  });
  const { about, ...rest } = Object(header);
  const value = JSON.stringify({
    ...rest,
    about: typeof about === "string" ? about : JSON.stringify(about),
  });
  const writer = new ByteWriter();
  try {
    void parquetWrite({ writer, columnData, kvMetadata: [{ key: format, value }] });
  } catch {
    return undefined;
  }
  return new Uint8Array(writer.getBuffer());
}
