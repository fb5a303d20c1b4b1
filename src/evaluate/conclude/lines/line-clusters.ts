import type { LineClusters } from "../../../dangers/line.js";
import type { Scope } from "../../../inference/index.js";
import type { Comparison } from "../difference-rows.js";
import type { OpenTally } from "../open-tally.js";

/** What each cluster, or bucket of clusters, brings to a difference. */
export function lineClusters(
  { tally, questions: { log } }: OpenTally,
  { counts, bucketIndex, buckets, n }: Scope,
  { answer }: Comparison,
): LineClusters {
  const sizes = new Float64Array(buckets);
  for (let cell = 0; cell < counts.length; cell++) {
    const bucket = bucketIndex[cell] ?? 0;
    sizes[bucket] = (sizes[bucket] ?? 0) + (counts[cell] ?? 0);
  }
  const areUsers = tally.buckets.kind === "exact" && log.spec.user !== undefined;
  return { sizes, sums: answer.influence.map((psi) => psi * n), areUsers };
}
