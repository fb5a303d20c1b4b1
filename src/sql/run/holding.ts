import type { Engine } from "../engine.js";
import type { Keep } from "../relation.js";

/** Logs with fewer rows are read again as fast as rows are held. */
const fewestRows = 2 ** 20;

/**
 * What a job gives that may mark rows as read by several statements, with `keep`; they are let go of at its end. Without
 * it where the engine holds no rows, or those of a log of so many rows are not worth it.
 */
export async function holding<T>(
  engine: Engine,
  rows: number,
  job: (keep: Keep | undefined) => Promise<T>,
): Promise<T> {
  const { holdsFrom = fewestRows } = await engine.info();
  if (engine.release === undefined || rows < holdsFrom) return job(undefined);
  const keep: Keep = Object.freeze({});
  try {
    return await job(keep);
  } finally {
    await engine.release(keep);
  }
}
