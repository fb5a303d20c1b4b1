import type { BoundLog } from "../log/bind.js";
import { canonical } from "../log/canonical.js";
import { strataRoles } from "../log/strata.js";
import { cast, column, type Expression, max, min, nullOf, sum } from "../sql/expression.js";
import { plan } from "../sql/plan.js";
import { group, type Named, type Relation, select } from "../sql/relation.js";
import type { WidePlan } from "../sql/run/chunks.js";
import { typeOf } from "../sql/type-of.js";
import {
  foldedBucket,
  integerBucket,
  isShortKey,
  keyText,
  nativeBucket,
  salted,
  shortKeyBucket,
  textBucket,
} from "./bucket.js";
import type { Bucketing, TallyRequest } from "./request.js";

export const bucketAlias = "h_bucket";

/** Which columns of a relation hold the strata's keys and the cluster's. */
export interface CellKeys {
  readonly strata: Readonly<Record<string, string>>;
  readonly cluster: string;
  /** Whole numbers that split cells further, such as a depth. */
  readonly more?: readonly string[];
}

export function rowKeys(log: BoundLog): CellKeys {
  const strata = strataRoles.filter((role) => log.spec[role] !== undefined);
  return {
    strata: Object.fromEntries(strata.map((role) => [role, canonical[role].name])),
    cluster: canonical.user.name,
  };
}

/**
 * Groups a relation into cells of stratum and bucket: the one shape in which sums come back, each as
 * `<alias>_out`. They are sums, counts and extremes, which can be taken in stages: over rows first, then over
 * what that gave.
 */
export function cellsPlan(
  purpose: string,
  relation: Relation,
  keys: CellKeys,
  bucketing: Bucketing,
  sums: readonly Named[],
): WidePlan {
  const grouped = groupCells(relation, keys, bucketing, sums);
  const strata = strataRoles.map((role): Named => {
    const key = keys.strata[role];
    return [role, key === undefined ? nullOf("text") : cast(column(key), "text")];
  });
  const place: Named =
    bucketing.kind === "exact"
      ? [
          "cluster",
          bucketing.key === "number"
            ? cast(column(keys.cluster), "double")
            : keyText(column(keys.cluster)),
        ]
      : ["bucket", cast(column(bucketAlias), "double")];
  const { more = [] } = keys;
  const values = sums.map(([alias, value]): Named => [`${alias}_out`, inDoubles(alias, value)]);
  const split = more.map((name): Named => [name, cast(column(name), "double")]);
  const places = [...strata, place, ...split];
  const cells = select(grouped, [...places, ...values]);
  return { ...plan(purpose, cells), keys: places.map(([name]) => name) };
}

/** A plan whose relation groups by trajectory, or finer, before its cells. */
export const byTrajectory = (plan: WidePlan, { trajectories = 0 }: TallyRequest): WidePlan => ({
  ...plan,
  groups: trajectories,
});

/** A count as DOUBLE, which holds it: a client makes an object of every BIGINT. */
export const inDoubles = (alias: string, value: Expression): Expression =>
  typeOf(value, () => undefined) === "bigint" ? cast(column(alias), "double") : column(alias);

function groupCells(
  relation: Relation,
  keys: CellKeys,
  bucketing: Bucketing,
  sums: readonly Named[],
): Relation {
  const strata = [...Object.values(keys.strata), ...(keys.more ?? [])];
  if (bucketing.kind === "exact") return group(relation, [...strata, keys.cluster], sums);
  if (hasBucket(relation)) return group(relation, [...strata, bucketAlias], sums);
  // A text key that has no dictionary is hashed once a user and stratum, never once a row.
  const byUser = group(relation, [...strata, keys.cluster], sums);
  const bucket: Named = [
    bucketAlias,
    foldedBucket(textBucket(column(keys.cluster)), bucketing.count),
  ];
  const carried = [...strata, ...sums.map(([alias]) => alias)].map(
    (name): Named => [`${name}_u`, column(name)],
  );
  const hashed = select(byUser, [bucket, ...carried]);
  const again = sums.map(
    ([alias, aggregate]): Named => [alias, nextStage(aggregate, `${alias}_u`)],
  );
  const regrouped = group(hashed, [...strata.map((name) => `${name}_u`), bucketAlias], again);
  return select(regrouped, [
    ...strata.map((name): Named => [name, column(`${name}_u`)]),
    [bucketAlias, column(bucketAlias)],
    ...sums.map(([alias]): Named => [alias, column(alias)]),
  ]);
}

export const hasBucket = (relation: Relation): boolean =>
  relation.kind === "select" && relation.columns.some(([alias]) => alias === bucketAlias);

/**
 * The bucket as a column of a relation; nothing where clusters are exact, or where the key is text without a
 * dictionary and the relation holds every row: MD5 is then for rewarded rows, trajectories and users.
 */
export function bucketColumn(
  { bucketing, log, leaves }: Pick<TallyRequest, "bucketing" | "log" | "leaves">,
  cluster: Expression,
  over: "everyRow" | "fewRows",
): readonly Named[] {
  if (bucketing.kind === "exact") return [];
  const { salt } = log;
  if (bucketing.key === "native") {
    const key = salt === undefined ? cluster : salted(cluster, salt.text);
    return [[bucketAlias, foldedBucket(nativeBucket(key), bucketing.count)]];
  }
  if (salt !== undefined) {
    const bucket = textBucket(salted(cluster, salt.text));
    return [[bucketAlias, foldedBucket(bucket, bucketing.count)]];
  }
  if (bucketing.key === "text") {
    const bucket = foldedBucket(textBucket(cluster), bucketing.count);
    return over === "everyRow" && bucketing.byEntry !== true ? [] : [[bucketAlias, bucket]];
  }
  const { user, trajectory } = log.spec;
  const key =
    user !== undefined
      ? canonical.user.name
      : trajectory !== undefined
        ? canonical.trajectory.name
        : undefined;
  const isShort = key !== undefined && isShortKey(leaves.column(key));
  const bucket = isShort ? shortKeyBucket(cluster) : integerBucket(cluster);
  return [[bucketAlias, foldedBucket(bucket, bucketing.count)]];
}

/** The aggregate of aggregates: sums and counts add, extremes stay extremes. */
export function nextStage(aggregate: Expression, name: string): Expression {
  const inner = aggregate.kind === "cast" ? aggregate.value : aggregate;
  const fn = inner.kind === "aggregate" ? inner.fn : "sum";
  if (fn === "max") return max(column(name));
  if (fn === "min") return min(column(name));
  const isWhole = typeOf(aggregate, () => undefined) === "bigint";
  return isWhole ? cast(sum(column(name)), "bigint") : sum(column(name));
}
