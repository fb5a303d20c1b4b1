import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { Worker as Thread } from "node:worker_threads";
import { createWorker, type MeasuredBatch, type Task, type WorkData } from "./comparison/work.js";

export interface Pool {
  readonly threads: number;
  readonly run: (
    tasks: readonly Task[],
    onDone: (answer: MeasuredBatch | null) => void,
  ) => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * The file of a thread, seen from this folder or from that of a bundle's chunks next to it. Sources that run
 * without being compiled have none.
 */
const threadFile = new URL("../recommenders/thread-file.js", import.meta.url);

/** How many threads there are when none are asked for: one for each core. */
export const usualThreads = (): number => availableParallelism();

/** A pool of threads; with one thread the work is done here, and other work gets its turn between tasks. */
export function openPool(data: WorkData, threads: number, signal?: AbortSignal): Pool {
  const isAlone = threads <= 1 || !existsSync(fileURLToPath(threadFile));
  return isAlone ? here(data, signal) : onThreads(data, threads, signal);
}

function here(data: WorkData, signal?: AbortSignal): Pool {
  const work = createWorker(data);
  return {
    threads: 1,
    async run(tasks, onDone) {
      for (const task of tasks) {
        await new Promise((resolve) => setImmediate(resolve));
        signal?.throwIfAborted();
        onDone(work(task));
      }
    },
    close: async () => {},
  };
}

function onThreads(data: WorkData, count: number, signal?: AbortSignal): Pool {
  const threads = Array.from({ length: count }, () => new Thread(threadFile, { workerData: data }));
  return {
    threads: count,
    async run(tasks, onDone) {
      const waiting = [...tasks];
      await Promise.all(threads.map((thread) => drain(thread, waiting, onDone, signal)));
    },
    async close() {
      await Promise.all(threads.map((thread) => thread.terminate()));
    },
  };
}

/** Gives a thread one task after the other until none is left. */
function drain(
  thread: Thread,
  waiting: Task[],
  onDone: (answer: MeasuredBatch | null) => void,
  signal?: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void): void => {
      thread.off("message", next).off("error", fail);
      signal?.removeEventListener("abort", stop);
      settle();
    };
    const fail = (error: unknown): void => end(() => reject(error));
    const stop = (): void => fail(signal?.reason);
    const give = (): void => {
      const task = waiting.shift();
      if (task === undefined) end(resolve);
      else thread.postMessage(task);
    };
    const next = (answer: MeasuredBatch | null): void => {
      onDone(answer);
      give();
    };
    thread.on("message", next).on("error", fail);
    signal?.addEventListener("abort", stop);
    if (signal?.aborted === true) stop();
    else give();
  });
}
