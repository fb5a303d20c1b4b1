import type { DuckDBConnection } from "@duckdb/node-api";
import type { CallOptions, Progress } from "../../sql/engine.js";

const PATIENCE = 1000;
const POLL = 200;
const INSIST = 20;

/**
 * Watches a connection while a query runs on it: reports progress after a second, with a fraction
 * where DuckDB knows one, and interrupts the query when the signal is aborted. Returns the function
 * that ends the watch.
 */
export function watch(
  connection: DuckDBConnection,
  purpose: string,
  { signal, onProgress }: CallOptions,
): () => void {
  const timers: NodeJS.Timeout[] = [];
  if (onProgress !== undefined) {
    const tell = (): void => onProgress({ purpose, ...progressOf(connection) });
    const start = (): unknown => timers.push(setInterval(tell, POLL));
    timers.push(setTimeout(start, PATIENCE));
  }
  // An interrupt before the query has begun is lost, so it is repeated until the watch ends.
  const abort = (): void => {
    connection.interrupt();
    timers.push(setInterval(() => connection.interrupt(), INSIST));
  };
  if (signal?.aborted) abort();
  signal?.addEventListener("abort", abort, { once: true });
  return () => {
    signal?.removeEventListener("abort", abort);
    for (const timer of timers) clearTimeout(timer);
  };
}

function progressOf(connection: DuckDBConnection): Pick<Progress, "fraction" | "rows"> {
  const { percentage, rows_processed: rows } = connection.progress;
  return percentage < 0 ? {} : { fraction: Math.min(1, percentage / 100), rows: Number(rows) };
}
