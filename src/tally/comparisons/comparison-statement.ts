import { canonical } from "../../log/canonical.js";
import { outputColumns } from "../../sql/columns.js";
import {
  apply,
  bigint,
  cast,
  column,
  double,
  type Expression,
  indicator,
  or,
  sum,
} from "../../sql/expression.js";
import { type Named, type Relation, select } from "../../sql/relation.js";
import { bucketAlias, bucketColumn } from "../cells.js";
import { clusterKeyOf } from "../cluster-key.js";
import type { Column } from "../columns.js";
import { bucketOfHeld, heldRows, holdsSample } from "../held-rows.js";
import type { Cells } from "../one-scan.js";
import { scaledStages } from "../queries.js";
import type { AnyShape, KeyOf, SumOf, TableRef } from "../shape.js";
import { type ComparisonRequest, groupsOfComparisons } from "./comparison-request.js";
import { everyUser, isOfEveryUser, sampledGroup, sampleOfUsers } from "./group-sample.js";

/** Sums under a scale, counts by their alias, or null: 0 in every cell, which no statement needs to count. */
export type ComparisonColumn = Column | string | null | LargestOf;

export interface LargestOf {
  readonly largest: string;
}

export type ColumnsOf<S extends AnyShape> = ReadonlyMap<SumOf<S>, ComparisonColumn>;

export type KeyAlias<Key extends string> = Key extends "depth" ? "k_depth" : Key;

/**
 * A statement over all rows (where groups may be those of a sample), over all rows without groups, by
 * trajectory, or by user (of a sample, these alone), the table that its result goes to, and how its columns are read.
 */
export interface ComparisonStatement<S extends AnyShape = AnyShape> {
  readonly into: TableRef<S>;
  readonly over: "rows" | "rowsOfEverybody" | "trajectories" | "users";
  /** How often the trajectories were halved, where they are another sample than that of the request. */
  readonly halvings?: number;
  readonly cells: Cells;
  /** The rows of sampled users by group, where `cells` are all rows without groups. */
  readonly sampled?: Cells;
  readonly keys: readonly KeyAlias<KeyOf<S>>[];
  readonly columns: ColumnsOf<S>;
}

export const total = (condition: Expression): Expression =>
  cast(sum(indicator(condition)), "bigint");

/** The request with buckets of the groups, by the hash of the log's cluster keys. */
export function grouping({ base }: ComparisonRequest): ComparisonRequest["base"] {
  const { hash } = clusterKeyOf(base.log);
  const key = base.bucketing.kind === "hashed" ? base.bucketing.key : hash;
  return { ...base, bucketing: { kind: "hashed", count: groupsOfComparisons, key } };
}

/** The group of a row's user as a column; where groups are those of a sample, one more for all others. */
export function groupOfRow(
  request: ComparisonRequest,
  over: "everyRow" | "heldRows",
): readonly Named[] {
  const { groups = everyUser, base } = request;
  const isSampled = !isOfEveryUser(groups);
  // A text key is hashed for the sampled users only.
  const bucket =
    over === "heldRows"
      ? bucketOfHeld(grouping(request))
      : bucketColumn(grouping(request), canonical.user, isSampled ? "fewRows" : over);
  if (!isSampled) return bucket;
  return bucket.map(([alias, group]): Named => [alias, sampledGroup(base.log, groups, group)]);
}

/** The rows of the users whose groups are told apart, where these are a sample and its rows are held. */
export function heldSample(request: ComparisonRequest): Relation | undefined {
  const { base } = request;
  const [sample] = sampleOfUsers(request);
  if (sample === undefined || !holdsSample(base, sample)) return undefined;
  const rows = heldRows(base, sample);
  const names = outputColumns(rows) ?? [];
  return select(
    rows,
    names.map((name): Named => [name, column(name)]),
    { where: sample },
  );
}

/** What adds up a relation by feed, group of users and further keys. */
export function cellsOf(
  request: ComparisonRequest,
  purpose: string,
  relation: Relation,
  cluster: string,
  more: readonly string[],
  sums: readonly Named[],
  feed = "h_feed",
): Cells {
  const strata = request.base.log.spec.feed === undefined ? {} : { feed };
  const { bucketing } = grouping(request);
  return { purpose, relation, keys: { strata, cluster, more }, bucketing, sums };
}

export function cellsOfEverybody(
  { base }: ComparisonRequest,
  purpose: string,
  relation: Relation,
  more: readonly string[],
  sums: readonly Named[],
): Cells {
  const strata = base.log.spec.feed === undefined ? {} : { feed: "h_feed" };
  const keys = { strata, cluster: bucketAlias, more };
  const bucketing = { kind: "hashed", count: 1, key: "bigint" } as const;
  return { purpose, relation, keys, bucketing, sums };
}

/** The one bucket of a relation without groups. */
export const oneGroup: Named = [bucketAlias, bigint(0n)];

export const notZero = (reward: number): Expression =>
  apply("<>", canonical.reward(reward), double(0));
export const isRewarded = ({ base }: ComparisonRequest): Expression =>
  or(base.log.rewards.map((_, reward) => notZero(reward)));
export const rewardColumns = ({ base }: ComparisonRequest): readonly Named[] =>
  base.log.rewards.map((_, i): Named => [`h_reward_${i}`, canonical.reward(i)]);

/** What a statement adds up of a reward; columns of several names stand in it once. */
export const sumsOf = (columns: ReadonlyMap<string, Column>): readonly Named[] =>
  [...new Set(columns.values())].flatMap((column) => scaledStages(column, column.component.value));
