import { groupedBy } from "../src/numeric/grouped-by.js";

/** Values by key; Node 20 has no `Map.groupBy`. */
export function grouped<T>(
  values: readonly T[],
  keyOf: (value: T) => string,
): ReadonlyMap<string, readonly T[]> {
  return new Map(
    groupedBy(values, keyOf).flatMap((own) => own.slice(0, 1).map((first) => [keyOf(first), own])),
  );
}
