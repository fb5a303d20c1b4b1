import type { Stratum } from "../log/strata.js";
import type { ScopeCount, Tally } from "./tally.js";

/** Distinct clusters of an exact tally: overall, by feed, by day, and by feed and day. */
export function countClusters({ tables }: Tally): readonly ScopeCount[] {
  const { cells } = tables;
  if (cells === undefined) return [];
  const scopes = new Map<string, Omit<ScopeCount, "clusters"> & { readonly ids: Set<number> }>();
  const seenIn = cells.strata.map((stratum) =>
    scopesOf(stratum).map((scope) => {
      const key = JSON.stringify(scope);
      const count = scopes.get(key) ?? { ...scope, ids: new Set() };
      scopes.set(key, count);
      return count.ids;
    }),
  );
  cells.bucket.forEach((cluster, row) => {
    for (const ids of seenIn[cells.stratum[row] ?? 0] ?? []) ids.add(cluster);
  });
  return [...scopes.values()].map(({ feed, day, ids }) => ({
    feed,
    day,
    clusters: ids.size,
  }));
}

/** Every scope that holds a stratum; a role that the log does not have adds none. */
function scopesOf({ feed, day }: Stratum): readonly Omit<ScopeCount, "clusters">[] {
  const feeds = feed === null ? [null] : [null, feed];
  const days = day === null ? [null] : [null, day];
  return feeds.flatMap((name) => days.map((on) => ({ feed: name, day: on })));
}
