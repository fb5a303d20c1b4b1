import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { Worker as Thread } from "node:worker_threads";
import { type Block, playBlock, type Want } from "./block.js";
import { columnsOf } from "./impressions.js";
import { openSimulation } from "./simulation.js";
import type { World } from "./world.js";

/** What threads play: a checked world under a seed, and what of it is wanted. */
export interface BlockTask {
  readonly world: World;
  readonly seed: number;
  readonly want: Want;
}

/**
 * The file of a thread, seen from this folder or from that of a bundle's chunks next to it. Sources that run
 * without being compiled have none, and are played here.
 */
const threadFile = new URL("../simulator/thread-file.js", import.meta.url);

export async function* playBlocks(
  task: BlockTask,
  count: number,
  threads: number = availableParallelism(),
  signal?: AbortSignal,
): AsyncGenerator<Block, void, undefined> {
  const some = Math.min(threads, count);
  const isAlone = some <= 1 || !existsSync(fileURLToPath(threadFile));
  yield* isAlone ? here(task, count, signal) : onThreads(task, count, some, signal);
}

async function* here(
  { world, seed, want }: BlockTask,
  count: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<Block, void, undefined> {
  const simulation = openSimulation(world, seed);
  for (let block = 0; block < count; block++) {
    await new Promise((resolve) => setImmediate(resolve));
    signal?.throwIfAborted();
    yield playBlock(simulation, block, want);
  }
}

/**
 * Block b is played by thread b modulo their number; each thread is two blocks ahead at most, so that memory does
 * not grow with the simulation.
 */
async function* onThreads(
  task: BlockTask,
  count: number,
  threads: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<Block, void, undefined> {
  signal?.throwIfAborted();
  const pool = Array.from({ length: threads }, () => new Thread(threadFile, { workerData: task }));
  const ahead: Promise<Block>[] = [];
  let next = 0;
  const start = (): void => {
    const played = playOn(pool[next % threads] as Thread, next++);
    // What is not waited for, after another block has failed, is not a failure of its own.
    played.catch(() => {});
    ahead.push(played);
  };
  // One listener for all threads: Node warns of more than ten.
  const stop = (): void => {
    for (const thread of pool) void thread.terminate();
  };
  signal?.addEventListener("abort", stop);
  try {
    while (next < Math.min(count, 2 * threads)) start();
    for (let block = 0; block < count; block++) {
      const played = await (ahead.shift() as Promise<Block>).catch((error: unknown) => {
        throw signal?.aborted === true ? signal.reason : error;
      });
      signal?.throwIfAborted();
      if (next < count) start();
      yield played;
    }
  } finally {
    signal?.removeEventListener("abort", stop);
    await Promise.all(pool.map((thread) => thread.terminate()));
  }
}

/** A thread answers in the order in which it is asked, so that the first answer that is not yet taken is ours. */
function playOn(thread: Thread, block: number): Promise<Block> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void): void => {
      thread.off("message", take).off("error", fail).off("exit", gone);
      settle();
    };
    const take = (played: Block): void => {
      if (played.number === block) end(() => resolve(played));
    };
    const fail = (error: unknown): void => end(() => reject(error));
    const gone = (): void => fail(new Error("A thread of the simulation ended early."));
    thread.on("message", take).on("error", fail).on("exit", gone);
    thread.postMessage(block);
  });
}

/** What moves between threads without a copy. */
export const buffersOf = ({ impressions, candidates, truth, online }: Block): ArrayBuffer[] =>
  [...columnsOf(impressions), ...columnsOf(candidates ?? {}), truth, online].map(
    ({ buffer }) => buffer as ArrayBuffer,
  );
