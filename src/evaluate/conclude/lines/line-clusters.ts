import type { LineClusters } from "../../../dangers/line.js";
import type { PointEstimate, Scope } from "../../../inference/index.js";
import type { Comparison } from "../difference-rows.js";
import type { OpenTally } from "../open-tally.js";

/** What each cluster, or bucket of clusters, brings to a difference. */
export function lineClusters(
  { tally, questions: { log } }: OpenTally,
  { counts, bucketIndex, buckets, n, kept, indexOfBucket }: Scope,
  { answer, base }: Comparison,
): LineClusters {
  const sizes = new Float64Array(buckets);
  const share = kept / n; // of a sampled log: the trajectories that there are, not those they stand for
  for (let cell = 0; cell < counts.length; cell++) {
    const bucket = bucketIndex[cell] ?? 0;
    sizes[bucket] = (sizes[bucket] ?? 0) + share * (counts[cell] ?? 0);
  }
  const areUsers = tally.buckets.kind === "exact" && log.spec.user !== undefined;
  const frequent = tally.buckets.kind === "exact" ? tally.buckets.frequent : undefined;
  const keys = (frequent ?? []).flatMap(({ bucket, key }): [number, string][] => {
    const at = indexOfBucket.get(bucket);
    return at === undefined ? [] : [[at, key]];
  });
  const { user: name } = log.spec;
  const named = {
    ...(keys.length > 0 && { keys: new Map(keys) }),
    ...(name !== undefined && { userColumn: { name, isWhole: log.types.get(name) === "bigint" } }),
  };
  const sumsOf = ({ influence }: PointEstimate): Float64Array => influence.map((psi) => psi * kept);
  return { sizes, sums: sumsOf(answer), baseSums: sumsOf(base), areUsers, ...named };
}
