import type { Stratum } from "../log/strata.js";
import { hashedBuckets } from "./bucket.js";
import { foldTally } from "./fold.js";
import { trajectoriesColumn } from "./take.js";
import { noBucket, type Tally } from "./tally.js";

/** The sums of one stratum of a log in 128 groups of users or fewer, by the fingerprint of what they add up. */
export interface PartOfLog {
  readonly stratum: Stratum;
  readonly trajectories: number;
  readonly sums: Readonly<Record<string, Float64Array>>;
}

const most = Math.min(...hashedBuckets);

export function partsOf(tally: Tally): readonly PartOfLog[] {
  const { cells } = tally.tables;
  if (cells === undefined) return [];
  const groups = tally.buckets.kind === "exact" ? most : Math.min(most, tally.buckets.count);
  const folded = foldTally({ ...tally, tables: { cells } }, groups).tables.cells ?? cells;
  return folded.strata.map((stratum, at) => {
    const rows = [...folded.stratum.keys()].filter((row) => folded.stratum[row] === at);
    const added = Object.entries(folded.columns).filter(([, { combine }]) => combine === "sum");
    const sums = added.map(([fingerprint, { hi }]) => {
      const byGroup = new Float64Array(groups + 1);
      for (const row of rows) {
        const bucket = folded.bucket[row] ?? noBucket;
        byGroup[bucket === noBucket ? groups : bucket] = hi[row] ?? 0;
      }
      return [fingerprint, byGroup] as const;
    });
    const named = Object.fromEntries(sums);
    const trajectories = named[trajectoriesColumn]?.reduce((sum, count) => sum + count, 0) ?? 0;
    return { stratum, trajectories, sums: named };
  });
}

/** Trajectories below which two parts may agree by chance. */
const fewest = 20;

/**
 * Whether two parts hold the same trajectories: one day, feed and logger, and in every group of users as many
 * trajectories and one further sum that is equal, as views are. A day may be taken again after late rewards: sums of
 * rewards may differ. Without a day, where groups of equal size are no evidence, all sums must be equal, but for the
 * rounding of logs whose largest values differ.
 */
export function isSamePart(a: PartOfLog, b: PartOfLog): boolean {
  if (a.trajectories < fewest || a.trajectories !== b.trajectories) return false;
  if (JSON.stringify(a.stratum) !== JSON.stringify(b.stratum)) return false;
  const names = Object.keys(a.sums);
  const same = names.filter((name) => isSame(a.sums[name], b.sums[name]));
  if (a.stratum.day === null) return same.length === names.length;
  const lists = a.sums[trajectoriesColumn];
  const isFurther = (name: string): boolean =>
    a.sums[name]?.some((value) => value !== 0) === true && !isSame(a.sums[name], lists);
  return same.includes(trajectoriesColumn) && same.some(isFurther);
}

function isSame(sums: Float64Array | undefined, others: Float64Array | undefined): boolean {
  if (sums === undefined || others === undefined) return false;
  if (sums.length > others.length) return isSame(coarsened(sums, others.length - 1), others);
  if (sums.length < others.length) return isSame(sums, coarsened(others, sums.length - 1));
  const size = sums.reduce((most, sum) => Math.max(most, Math.abs(sum)), 0);
  return sums.every((sum, at) => Math.abs(sum - (others[at] ?? 0)) <= 1e-6 * size);
}

/** Sums by fewer groups; last stands what is of none. */
function coarsened(sums: Float64Array, groups: number): Float64Array {
  const totals = new Float64Array(groups + 1);
  const size = (sums.length - 1) / groups;
  sums.forEach((sum, at) => {
    const place = Math.floor(at / size);
    totals[place] = (totals[place] ?? 0) + sum;
  });
  return totals;
}
