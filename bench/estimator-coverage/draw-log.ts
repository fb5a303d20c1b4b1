import { createRandom } from "../../src/random/create-random.js";
import {
  clusters,
  items,
  listsOf,
  loggers,
  rewardedAt,
  type ShownList,
  segmentShare,
  segments,
  shares,
  tastes,
  viewAt,
} from "./world.js";

export type Columns = Readonly<Record<string, readonly (number | string)[]>>;

/** How many users a replicate has, and whether they come once, or more often with a taste of their own. */
export interface Size {
  readonly users: number;
  readonly isClustered: boolean;
}

const lists = new Map(
  segments.flatMap((segment, at) =>
    loggers.map((logger) => [`${at} ${logger}`, accumulated(listsOf(segment, logger))] as const),
  ),
);

function accumulated(
  all: readonly ShownList[],
): readonly (ShownList & { readonly upTo: number })[] {
  let upTo = 0;
  return all.map((list) => {
    upTo += list.chance;
    return { ...list, upTo };
  });
}

/**
 * Logs of several replicates, one a day, so that one statement sums them all: rows are offered slots. `trusts`: users
 * also reward ranks.
 */
export function drawLogs(
  { users, isClustered }: Size,
  replicates: readonly number[],
  trusts = false,
): Columns {
  const chanceOf = (rank: number, q: number): number => (trusts ? rewardedAt(rank, q) : q);
  const columns: Record<string, (number | string)[]> = {};
  const put = (row: Readonly<Record<string, number | string>>): void => {
    for (const name in row) {
      columns[name] ??= [];
      columns[name].push(row[name] ?? 0);
    }
  };
  let session = 0;
  for (const [day, replicate] of replicates.entries()) {
    const date = dateOf(day);
    const random = createRandom(`coverage ${users} ${isClustered} ${replicate}`);
    for (let user = 0; user < users; user++) {
      const segment = random.next() < segmentShare ? 0 : 1;
      const taste = tastes[random.integer(2)] ?? 1;
      const sessions = isClustered ? 1 + random.integer(3) : 1;
      for (let i = 0; i < sessions; i++) {
        const logger = random.next() < shares.first ? "first" : "second";
        const all = lists.get(`${segment} ${logger}`) ?? [];
        const u = random.next();
        const list = all.find(({ upTo }) => u < upTo) ?? all.at(-1);
        const keep = random.next();
        const depth = items.filter((r) => keep < viewAt(r + 1)).length;
        session += 1;
        for (const [r, slot] of (list?.slots ?? []).entries()) {
          const isViewed = r < depth;
          put({
            session,
            user: day * users + user,
            day: date,
            logger,
            segment,
            item: slot.item,
            rank: r + 1,
            viewed: isViewed ? 1 : 0,
            like: isViewed && random.next() < chanceOf(r + 1, taste * slot.quality) ? 1 : 0,
            kind: clusters[slot.item] ?? 0,
            exposure: slot.exposure,
            exposure_first: slot.exposureOf.first,
            exposure_second: slot.exposureOf.second,
            exposure_drawn: slot.exposureOf.drawn,
            ranked: slot.ranked,
            p0: slot.propensity[0],
            p1: slot.propensity[1],
            m0: slot.placement[0],
            m1: slot.placement[1],
            q: slot.prediction,
            rest0: slot.remaining[0],
            rest1: slot.remaining[1],
            weight: list?.listWeight ?? 0,
          });
        }
      }
    }
  }
  return columns;
}

/** The n-th of days that all months have. */
function dateOf(day: number): string {
  const two = (n: number): string => String(n).padStart(2, "0");
  return `20${two(20 + Math.floor(day / 28))}-01-${two(1 + (day % 28))}`;
}
