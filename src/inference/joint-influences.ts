import type { PointEstimate } from "./delta.js";

/**
 * The influences of several estimates in one order of buckets, so that those of two feeds or days meet where a user
 * came to both. Buckets go by their number in the tally.
 */
export function jointInfluences(
  estimates: readonly Pick<PointEstimate, "influence" | "replicates">[],
): readonly Float64Array[] {
  const places = new Map<number, number>();
  const slots = estimates.map(({ influence, replicates: { keys } }) =>
    Int32Array.from(influence, (_, slot) => {
      const key = keys?.[slot] ?? slot;
      const place = places.get(key) ?? places.size;
      places.set(key, place);
      return place;
    }),
  );
  return estimates.map(({ influence }, at) => {
    const joint = new Float64Array(places.size);
    slots[at]?.forEach((place, slot) => {
      joint[place] = (joint[place] ?? 0) + (influence[slot] ?? 0);
    });
    return joint;
  });
}
