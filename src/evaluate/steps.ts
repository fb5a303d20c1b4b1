import { turn } from "../sql/index.js";

/**
 * Work in steps of some milliseconds: at each `yield` other work may go between. What it returns is the same
 * however it is run.
 */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Runs all steps at once. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/**
 * Runs steps with a turn of the event loop after each, so that timers fire and signals arrive however much
 * there is to do. Rejects with the signal's reason once that is aborted.
 */
export async function inTurns<T>(steps: Steps<T>, signal?: AbortSignal): Promise<T> {
  for (;;) {
    signal?.throwIfAborted();
    const step = steps.next();
    if (step.done === true) return step.value;
    await turn();
  }
}

/** What is made of each item, a step each. */
export function* each<Item, T>(items: Iterable<Item>, of: (item: Item) => T): Steps<readonly T[]> {
  const found: T[] = [];
  for (const item of items) {
    found.push(of(item));
    yield;
  }
  return found;
}
