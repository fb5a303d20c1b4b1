import { type Reason, reason, StudyError } from "../errors.js";
import { describeHash, hashAlike, hashDiffers, saltDiffers } from "./cluster-key.js";
import {
  isOfBaseline,
  isOfLaterVersion,
  laterSessionsOfComparisons,
} from "./comparisons/comparison-shapes.js";
import { foldTally, regroup } from "./fold.js";
import { furtherFeedsTable } from "./further-feeds.js";
import { replicatesTable } from "./replicates/take-replicates.js";
import type { Buckets, ClusterKey, Tally } from "./tally.js";

/**
 * The sums of both tallies, without what they are about. Clusters must be the same and
 * columns have the same fingerprints; the finer buckets fold into the coarser (two exact tallies
 * into 1,024, since neither keeps its users' keys). How many users the two share is not known, so
 * `clusters` becomes null.
 */
export function addTables(a: Tally, b: Tally): Omit<Tally, "about"> {
  requireSameClusters(a.clusteredBy, b.clusteredBy);
  requireSameColumns(a, b);
  const count = commonBuckets(a.buckets, b.buckets);
  const [left, right] = [foldTally(a, count), foldTally(b, count)];
  const tables = Object.keys(left.tables).flatMap((name) => {
    const both = [left.tables[name], right.tables[name]].filter((table) => table !== undefined);
    const isLeftOut =
      name === laterSessionsOfComparisons.name || (both.length < 2 && mayLack(name));
    return isLeftOut ? [] : [[name, regroup(both)] as const];
  });
  const { buckets, clusteredBy } = left;
  return { buckets, clusteredBy, clusters: null, tables: Object.fromEntries(tables) };
}

/** Tables that a sum goes without where one of the two lacks them. */
const mayLack = (name: string): boolean =>
  isOfBaseline(name) ||
  isOfLaterVersion(name) ||
  [replicatesTable, furtherFeedsTable, laterSessionsOfComparisons.name].includes(name);

const commonBuckets = (a: Buckets, b: Buckets): number =>
  Math.min(a.kind === "hashed" ? a.count : 1024, b.kind === "hashed" ? b.count : 1024);

function requireSameClusters(a: ClusterKey, b: ClusterKey): void {
  if (hashAlike(a, b)) return;
  if (saltDiffers(a, b)) throw new StudyError(otherSalt(a, b));
  if (hashDiffers(a, b)) throw new StudyError(otherHash(a, b));
  throw new StudyError(
    reason(
      "tallyClusters",
      `These tallies cluster by different keys, ${sayKey(a)} and ${sayKey(b)}, and cannot be added: standard errors would take one user for two. Take both with the same log.user (or log.trajectory), of the same type.`,
      { left: { ...a }, right: { ...b } },
    ),
  );
}

function otherSalt(a: ClusterKey, b: ClusterKey): Reason {
  const of = ({ salt }: ClusterKey): string => (salt === undefined ? "no salt" : `salt ${salt}`);
  const message = `The groups of these tallies are made with ${of(a)} and with ${of(b)} (privacy.saltFile), and cannot be added: the same ${a.role} is in different groups, and standard errors would take one for two. Take both from their logs with the same file as privacy.saltFile, or both without one; a salt cannot be changed in a tally.`;
  return reason("tallyHash", message, { left: { ...a }, right: { ...b } });
}

function otherHash(a: ClusterKey, b: ClusterKey): Reason {
  const message = `The buckets of these tallies are hashed by ${describeHash(a)} and by ${describeHash(b)}, and cannot be added: the same ${a.role} is in different buckets, and standard errors would take one for two. Take both with log.hash: portable, or both with log.hash: native, on the same version of one engine, and each of more than 16,384 ${a.role === "user" ? "users" : "trajectories"} (fewer are hashed by the portable hash).`;
  return reason("tallyHash", message, { left: { ...a }, right: { ...b } });
}

const sayKey = ({ role, column, hash }: ClusterKey): string =>
  column === null
    ? "row"
    : `${role} (column "${column}", ${hash === "bigint" ? "whole numbers" : "text"})`;

function requireSameColumns(a: Tally, b: Tally): void {
  for (const name of new Set([...Object.keys(a.tables), ...Object.keys(b.tables)])) {
    const [left, right] = [a, b].map(({ tables }) =>
      Object.keys(tables[name]?.columns ?? {})
        .sort()
        .join(),
    );
    if (left === right || ((left === "" || right === "") && mayLack(name))) continue;
    throw new StudyError(
      reason(
        "tallyMismatch",
        "These tallies add up different things and cannot be added: take both with the same policies, rewards, curves and estimators.",
        { table: name },
      ),
    );
  }
}
