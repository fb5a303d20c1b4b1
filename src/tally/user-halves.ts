import type { BoundLog } from "../log/bind.js";
import { canonical } from "../log/canonical.js";
import { apply, bigint, type Expression, equal, min } from "../sql/expression.js";
import { integerBucket, salted, textBucket } from "./bucket.js";
import { clusterKeyOf } from "./cluster-key.js";

/**
 * Two halves of the clusters, as conditions on a row and on aggregates of a trajectory: by the last bit of the
 * hash that also makes buckets, whatever the number of buckets, so that folding a tally changes no value.
 */
export function userHalves(
  log: BoundLog,
): readonly { readonly row: Expression; readonly trajectory: Expression }[] {
  const { salt } = log;
  const plain = clusterKeyOf(log).hash === "text" ? textBucket : integerBucket;
  const hash =
    salt === undefined ? plain : (user: Expression) => textBucket(salted(user, salt.text));
  const isIn = (user: Expression, half: bigint): Expression =>
    equal(apply("bitAnd", hash(user), bigint(1n)), bigint(half));
  return [0n, 1n].map((half) => ({
    row: isIn(canonical.user, half),
    trajectory: isIn(min(canonical.user), half),
  }));
}
