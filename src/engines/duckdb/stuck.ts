import type { DuckDBConnection } from "@duckdb/node-api";

const patience = 2000;
const atWork = new WeakMap<DuckDBConnection, Promise<unknown>>();

/** What a connection still does, though nobody waits for it any more; told once. */
export function workOf(connection: DuckDBConnection): Promise<unknown> | undefined {
  const work = atWork.get(connection);
  atWork.delete(connection);
  return work;
}

/**
 * What a step gives. DuckDB stops between calls of functions: where one call goes on after the signal, it is left to
 * itself, and the signal's reason is thrown.
 */
export function unlessStuck<T>(
  connection: DuckDBConnection,
  signal: AbortSignal | undefined,
  step: Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const giveUp = (): void => {
      atWork.set(
        connection,
        step.catch(() => undefined),
      );
      reject(signal?.reason);
    };
    const wait = (): void => {
      timer = setTimeout(giveUp, patience);
    };
    if (signal?.aborted) wait();
    signal?.addEventListener("abort", wait, { once: true });
    step.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", wait);
    });
  });
}
