import { poissonWeight, replicateStart } from "../random/poisson-weight.js";

/** Replicates of every bootstrap, and the seed of their weights. */
export const replication = { count: 1000, seed: 1 } as const;

/** Every bucket keeps its weights over metrics, policies, feeds and days, so that they are drawn once. */
const rows: Uint8Array[] = [];

/** How often a replicate counts each bucket, by its number in the tally, up to `most`. */
export function bucketWeights(replicate: number, most: number): Uint8Array {
  const weights = rows[replicate] ?? new Uint8Array(0);
  if (most < weights.length) return weights;
  const start = replicateStart(replication.seed, replicate);
  const more = new Uint8Array(most + 1);
  more.set(weights);
  for (let key = weights.length; key <= most; key++) more[key] = poissonWeight(start, String(key));
  rows[replicate] = more;
  return more;
}
