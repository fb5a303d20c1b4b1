import { type SummedCells, trajectoriesColumn } from "../../tally/take.js";
import type { FrequentUser } from "../../tally/tally.js";

/** Users with fewer than so many times the trajectories of the average never stand out by them. */
const timesAverage = 2;

/** The keys of users with many trajectories on some feed; none where buckets hold several users. */
export function frequentUsers({ table, clusters }: SummedCells): readonly FrequentUser[] {
  const counts = table.columns[trajectoriesColumn]?.hi ?? [];
  const byFeed = new Map<string | null, Map<number, number>>();
  for (let row = 0; row < table.rows; row++) {
    const feed = table.strata[table.stratum[row] ?? 0]?.feed ?? null;
    const buckets = byFeed.get(feed) ?? new Map<number, number>();
    const bucket = table.bucket[row] ?? 0;
    buckets.set(bucket, (buckets.get(bucket) ?? 0) + (counts[row] ?? 0));
    byFeed.set(feed, buckets);
  }
  const frequent = [...byFeed.values()].flatMap((counts) => {
    const mean = [...counts.values()].reduce((sum, count) => sum + count, 0) / counts.size;
    return [...counts].filter(([, count]) => count > timesAverage * mean).map(([bucket]) => bucket);
  });
  return [...new Set(frequent)].flatMap((bucket) => {
    const key = clusters[bucket];
    return key === undefined ? [] : [{ bucket, key }];
  });
}

/** Whether a key says that there is no user, as logs write it: 0, an empty text, guest, a UUID of zeros. */
export const saysNoUser = (key: string): boolean =>
  /^(?:|-1|[0-]*0[0-]*|na|n\/a|nan|nil|none|null|undefined|unknown|guest|anon(?:ymous)?|not[ _-]?set|\(not set\)|-+)$/i.test(
    key.trim(),
  );
