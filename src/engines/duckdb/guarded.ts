import type { DuckDBConnection } from "@duckdb/node-api";
import { HindcastError } from "../../errors.js";
import type { CallOptions } from "../../sql/engine.js";
import { cancelledError, closedError } from "../shared/cancelled-error.js";
import type { Connections } from "./connections.js";
import { duckdbError } from "./errors.js";
import { unlessStuck } from "./stuck.js";
import { watch } from "./watch.js";

/** A connection of one's own; throws where the engine is closed or the call was aborted. */
export async function take(
  connections: Connections,
  { signal }: CallOptions,
  sql: string,
): Promise<DuckDBConnection> {
  if (connections.closed) throw closedError("duckdb", sql);
  if (signal?.aborted) throw cancelledError("duckdb", signal.reason, sql);
  return connections.take();
}

/** A step of a statement, watched and stopped by its signal; its errors are typed. */
export async function guarded<T>(
  connection: DuckDBConnection,
  purpose: string,
  call: CallOptions,
  sql: string,
  step: () => Promise<T>,
): Promise<T> {
  const end = watch(connection, purpose, call);
  try {
    const value = await unlessStuck(connection, call.signal, step());
    if (call.signal?.aborted) throw cancelledError("duckdb", call.signal.reason, sql);
    return value;
  } catch (cause) {
    if (cause instanceof HindcastError) throw cause;
    if (call.signal?.aborted) throw cancelledError("duckdb", call.signal.reason, sql);
    throw duckdbError(cause, sql);
  } finally {
    end();
  }
}
