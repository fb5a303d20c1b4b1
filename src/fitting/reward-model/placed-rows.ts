import type { BoundLog } from "../../log/bind.js";
import { readUse, useOf } from "../../log/role-use.js";

import { apply, bigint, cast, column, type Expression, min, text } from "../../sql/expression.js";
import { group, join, type Keep, type Named, type Relation, select } from "../../sql/relation.js";
import { integerBucket, nativeBucket, salted, textBucket } from "../../tally/bucket.js";
import { bucketHashOf, clusterKeyOf } from "../../tally/cluster-key.js";
import type { FittedColumn } from "./fitted-columns.js";

/** A log before its predictions are among the columns of its rows, which may hold what was offered and not viewed. */
export interface ToFit {
  readonly log: BoundLog;
  /** All columns of its rows. */
  readonly names: readonly string[];
  readonly fitted: readonly FittedColumn[];
  /** Whether items are whole numbers, in the log and in the table of candidates. */
  readonly itemsAreWhole: boolean;
}

export const contextsOf = (fitted: readonly FittedColumn[]): readonly string[] => [
  ...new Set(fitted.flatMap(({ fit: { context } }) => context ?? [])),
];

/**
 * Each trajectory's bucket of users and its contexts: what its candidates do not say themselves. Undefined where
 * they do. A context that varies in a trajectory is its first in alphabetical order, for views and candidates alike.
 */
export function trajectoriesOf({ log, fitted }: ToFit, keep: Keep): Relation | undefined {
  const contexts = contextsOf(fitted);
  if (log.spec.trajectory === undefined) return undefined;
  if (contexts.length === 0 && log.spec.user === undefined) return undefined;
  const values = contexts.map(
    (name, c): Named => [
      `trip_context_${c}`,
      apply("coalesce", cast(column(name), "text"), text("")),
    ],
  );
  const keys = trajectoryKeys(log).map(([name, value]): Named => [`trip_${name}`, value]);
  const rows = select(log.rows, [...keys, ["trip_bucket", bucketOf(log)], ...values]);
  const least = ["trip_bucket", ...values.map(([name]) => name)];
  const grouped = group(
    rows,
    keys.map(([name]) => name),
    least.map((name): Named => [`least_${name}`, min(column(name))]),
  );
  return select(
    grouped,
    [
      ...keys.map(([name]): Named => [name, column(name)]),
      ...least.map((name): Named => [name, column(`least_${name}`)]),
    ],
    { keep },
  );
}

/** Rows with the item, the bucket of users and the contexts that predictions are of. */
export function placedRows(
  { fitted, itemsAreWhole }: ToFit,
  of: BoundLog,
  names: readonly string[],
  trajectories: Relation | undefined,
): Relation {
  const contexts = contextsOf(fitted);
  const item = useOf(of, "item");
  const key = item === undefined ? text("") : readUse(item);
  const columns: readonly Named[] = [
    ...names.map((name): Named => [name, column(name)]),
    ["place_item", itemsAreWhole ? key : cast(key, "text")],
    ["place_one", bigint(1n)],
  ];
  const knowsUser = of.spec.user === undefined || useOf(of, "user") !== undefined;
  if (trajectories === undefined || (contexts.length === 0 && knowsUser)) {
    return select(of.rows, [...columns, ["place_bucket", bucketOf(of)]]);
  }
  const keys = trajectoryKeys(of).map(([name, value]): Named => [`place_${name}`, value]);
  const pairs = trajectoryKeys(of).map(([name]) => [`place_${name}`, `trip_${name}`] as const);
  const joined = join("left", select(of.rows, [...columns, ...keys]), trajectories, pairs);
  return select(joined, [
    ...columns.map(([name]): Named => [name, column(name)]),
    ["place_bucket", column("trip_bucket")],
    ...contexts.map((_, c): Named => [`place_context_${c}`, column(`trip_context_${c}`)]),
  ]);
}

const trajectoryKeys = (log: BoundLog): readonly Named[] =>
  ["trajectory", "feed"].flatMap((role): Named[] => {
    const use = useOf(log, role);
    return use === undefined ? [] : [[role, readUse(use)]];
  });

/** The bucket of a row's user among 1,024, by the hash of tallies. */
function bucketOf(log: BoundLog): Expression {
  const { role } = clusterKeyOf(log);
  const use = useOf(log, role);
  if (use === undefined) return bigint(0n);
  const hash = bucketHashOf(log);
  const key = readUse(use);
  const { salt } = log;
  if (salt !== undefined) {
    const text = salted(key, salt.text);
    return hash === "native" ? nativeBucket(text) : textBucket(text);
  }
  const bucket = hash === "bigint" ? integerBucket : hash === "text" ? textBucket : nativeBucket;
  return bucket(key);
}
