import { turn } from "../sql/run/turn.js";

/**
 * What is made of each item, with a turn of the event loop after each, so that timers fire and signals arrive however
 * much there is to do. Rejects with the signal's reason once that is aborted.
 */
export async function eachInTurn<Item, T>(
  items: Iterable<Item>,
  of: (item: Item) => T | Promise<T>,
  signal?: AbortSignal,
): Promise<readonly T[]> {
  const made: T[] = [];
  for (const item of items) {
    signal?.throwIfAborted();
    made.push(await of(item));
    await turn();
  }
  signal?.throwIfAborted();
  return made;
}
