import { InternalError } from "../errors.js";

/**
 * The number that a key has in a table of numbers. Throws InternalError for a key that it lacks, which would
 * else be taken for the first one.
 *
 * @example
 * placeIn(new Map([["a", 0]]), "a", "cluster"); // 0
 */
export function placeIn<K>(
  places: { get(key: K): number | undefined },
  key: K,
  what: string,
): number {
  const place = places.get(key);
  if (place !== undefined) return place;
  throw new InternalError(
    `Expected every ${what} to have a number, but ${JSON.stringify(key)} has none.`,
  );
}
