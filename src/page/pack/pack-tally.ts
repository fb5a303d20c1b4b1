import { rounded, type Tally, type TallyColumn, type TallyTable } from "../../tally/tally.js";
import { shuffled, unshuffled, type Width } from "./columns.js";
import { gunzip, gzip } from "./gzip.js";

/** The same numbers in a column are written once, and named by their place. */
interface Header {
  readonly tally: Omit<Tally, "tables">;
  readonly columns: readonly (readonly [rows: number, width: Width])[];
  readonly tables: readonly PackedTable[];
}

interface PackedTable extends Pick<TallyTable, "rows" | "strata"> {
  readonly name: string;
  readonly stratum: number;
  readonly bucket: number;
  readonly keys: readonly (readonly [name: string, column: number])[];
  readonly sums: readonly PackedSum[];
}

type PackedSum = readonly [
  fingerprint: string,
  combine: TallyColumn["combine"],
  hi: number,
  lo: number | null,
  /** As JSON has no Infinity, null. */
  rounding: number | null,
];

/** A tally in half the bytes of its file, bit for bit: what a page holds. */
export async function packTally(tally: Tally): Promise<Uint8Array<ArrayBuffer>> {
  const { tables, ...rest } = tally;
  const columns = columnsOnce();
  const packed = Object.entries(tables).map(([name, table]) =>
    packTable(name, table, columns.place),
  );
  const header: Header = { tally: rest, columns: columns.shapes, tables: packed };
  const text = new TextEncoder().encode(JSON.stringify(header));
  const size = new Uint8Array(new Uint32Array([text.length]).buffer);
  return gzip(joined([size, text, ...columns.bytes]));
}

function packTable(
  name: string,
  { rows, strata, stratum, bucket, keys, columns }: TallyTable,
  place: (numbers: Float64Array) => number,
): PackedTable {
  return {
    name,
    rows,
    strata,
    stratum: place(Float64Array.from(stratum)),
    bucket: place(Float64Array.from(bucket)),
    keys: Object.entries(keys).map(([key, numbers]) => [key, place(numbers)]),
    sums: Object.entries(columns).map(([fingerprint, { combine, hi, lo, rounding = 0 }]) => [
      fingerprint,
      combine,
      place(hi),
      lo === null ? null : place(lo),
      Number.isFinite(rounding) ? rounding : null,
    ]),
  };
}

interface ColumnsOnce {
  readonly shapes: (readonly [rows: number, width: Width])[];
  readonly bytes: Uint8Array<ArrayBuffer>[];
  /** The place of a column among all, which it gets where none is equal. */
  readonly place: (numbers: Float64Array) => number;
}

function columnsOnce(): ColumnsOnce {
  const [shapes, all]: [ColumnsOnce["shapes"], ColumnsOnce["bytes"]] = [[], []];
  const places = new Map<string, number[]>();
  const place = (numbers: Float64Array): number => {
    const { width, bytes } = shuffled(numbers);
    const key = `${width} ${hashOf(bytes)}`;
    const alike = places.get(key) ?? [];
    const same = alike.find((at) => isSame(all[at], bytes));
    if (same !== undefined) return same;
    places.set(key, [...alike, all.length]);
    shapes.push([numbers.length, width]);
    return all.push(bytes) - 1;
  };
  return { shapes, bytes: all, place };
}

function hashOf(bytes: Uint8Array): number {
  let hash = bytes.length;
  for (const byte of bytes) hash = (Math.imul(hash, 31) + byte) | 0;
  return hash;
}

const isSame = (a: Uint8Array | undefined, b: Uint8Array): boolean =>
  a?.length === b.length && a.every((byte, at) => byte === b[at]);

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** The tally that `packTally` packed; the caller knows what it is about. */
export async function unpackTally<About>(packed: Uint8Array<ArrayBuffer>): Promise<Tally<About>> {
  const bytes = await gunzip(packed);
  const [size = 0] = new Uint32Array(bytes.buffer.slice(0, 4));
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + size))) as Header;
  let at = 4 + size;
  const columns = header.columns.map(([rows, width]) => {
    const column = unshuffled(bytes.subarray(at, at + rows * width), width);
    at += rows * width;
    return column;
  });
  const column = (place: number): Float64Array => columns[place] ?? new Float64Array();
  const tables = header.tables.map((table) => [table.name, unpackTable(table, column)]);
  return { ...(header.tally as Tally<About>), tables: Object.fromEntries(tables) };
}

const unpackTable = (
  { rows, strata, stratum, bucket, keys, sums }: PackedTable,
  column: (place: number) => Float64Array,
): TallyTable => ({
  rows,
  strata,
  stratum: Int32Array.from(column(stratum)),
  bucket: Int32Array.from(column(bucket)),
  keys: Object.fromEntries(keys.map(([key, at]) => [key, column(at)])),
  columns: Object.fromEntries(
    sums.map(([fingerprint, combine, hi, lo, rounding]) => [
      fingerprint,
      rounded(
        { combine, hi: column(hi), lo: lo === null ? null : column(lo) },
        rounding ?? Number.POSITIVE_INFINITY,
      ),
    ]),
  ),
});
