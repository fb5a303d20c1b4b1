import type { Comparison } from "../answers/index.js";
import type { Progress } from "../sql/engine.js";
import { type ComparisonRequest, compareModels, workOf } from "./comparison/compare.js";
import type { HeldOut } from "./held-out.js";
import { openPool, usualThreads } from "./threads-file.js";

export interface CompareOptions {
  /** One for each core, unless given. */
  readonly threads?: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

/**
 * Learns models over grids and measures each by DCG and nDCG on what is held out, on threads that share memory: for EASE
 * over a grid of l2 13 lower triangles, 4 × 13 × items² bytes. The answer does not depend on the number of threads.
 */
export async function compareOnThreads(
  split: HeldOut,
  request: ComparisonRequest,
  { threads = usualThreads(), signal, onProgress }: CompareOptions = {},
): Promise<Comparison> {
  const shared = (doubles: number): Float64Array =>
    new Float64Array(new SharedArrayBuffer(8 * doubles));
  const data = workOf(split, request, shared);
  const pool = openPool(data, threads, signal);
  try {
    return await compareModels(data, pool, onProgress);
  } finally {
    await pool.close();
  }
}
