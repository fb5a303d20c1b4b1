import { pow } from "../numeric/elementary/pow.js";
import type { Buckets } from "./tally.js";

export const fewestInGroup = 5;

/** Below one small group in twenty such tallies, none is expected. */
export const rarelyAny = 0.05;

/** How many groups of so many hold some users, but fewer than `fewestInGroup`; null where users are not told apart. */
export function smallGroups(buckets: Buckets, count: number): number | null {
  if (buckets.kind !== "exact") return null;
  const sizes = new Map<number, number>();
  for (const hash of buckets.hashes) {
    const group = Math.floor((hash * count) / 1024);
    sizes.set(group, (sizes.get(group) ?? 0) + 1);
  }
  return [...sizes.values()].filter((size) => size < fewestInGroup).length;
}

/** How many such groups chance lets expect: of users that fall into groups independently. */
export function expectedSmall(users: number, count: number): number {
  const odds = 1 / (count - 1);
  let chance = pow(1 - 1 / count, users);
  let sum = 0;
  for (let size = 1; size < fewestInGroup; size++) {
    chance *= ((users - size + 1) / size) * odds;
    sum += chance;
  }
  return count * sum;
}
