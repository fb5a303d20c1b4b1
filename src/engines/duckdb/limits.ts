import { randomUUID } from "node:crypto";
import { totalmem } from "node:os";

const most = 2e9;

/**
 * The memory limit of the database where none is given, as DuckDB writes it: the smaller of 2 GB and half
 * the machine's memory. Statements that need more spill to disk. Example: 3e9 bytes give "1500MB".
 */
export const defaultMemoryLimit = (machine: number = machineMemory()): string =>
  `${Math.floor(Math.min(most, machine / 2) / 1e6)}MB`;

const units = { bytes: 1, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30, TiB: 2 ** 40 };

/** A size as DuckDB says it, in bytes: `bytesOf("1.5 KiB")` is 1536. Larger units than these are no limit. */
export function bytesOf(size: string): number {
  const [number = "", unit = ""] = size.split(" ");
  const bytes = new Map(Object.entries(units)).get(unit);
  return bytes === undefined ? Number.POSITIVE_INFINITY : Number(number) * bytes;
}

/** A column and group takes a sum or two of 16 bytes. */
const bytesOfColumn = 32;
const [fewest, mostColumns] = [20, 60];

/**
 * How many columns a statement is best asked for that first sums up by so many groups, in so many bytes: each further
 * statement reads the rows once more, and what does not fit spills. Beyond 60 columns none was faster.
 */
export const columnsWithin = (bytes: number, groups: number): number =>
  Math.max(fewest, Math.min(mostColumns, Math.floor(bytes / bytesOfColumn / Math.max(1, groups))));

/** Of a container that has a limit, the limit. */
export function machineMemory(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}

/** A folder's name for one database: two that spill into one folder would write the same files. */
export const newSpillName = (): string => `hindcast-duckdb-${process.pid}-${randomUUID()}`;
