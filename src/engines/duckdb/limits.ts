import { randomUUID } from "node:crypto";
import { totalmem } from "node:os";

const most = 2e9;

/**
 * The memory limit of the database where none is given, as DuckDB writes it: the smaller of 2 GB and half
 * the machine's memory. Statements that need more spill to disk. Example: 3e9 bytes give "1500MB".
 */
export const defaultMemoryLimit = (machine: number = machineMemory()): string =>
  `${Math.floor(Math.min(most, machine / 2) / 1e6)}MB`;

/** Of a container that has a limit, the limit. */
function machineMemory(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}

/** A folder's name for one database: two that spill into one folder would write the same files. */
export const newSpillName = (): string => `hindcast-duckdb-${process.pid}-${randomUUID()}`;
