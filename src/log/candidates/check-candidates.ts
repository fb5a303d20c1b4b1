import {
  apply,
  bigint,
  caseWhen,
  cast,
  column,
  count,
  countDistinct,
  double,
  type Expression,
  group,
  isNull,
  join,
  max,
  min,
  type Named,
  nullOf,
  type Plan,
  plan,
  type Relation,
  select,
  sum,
} from "../../sql/index.js";
import type { BoundLog } from "../bind.js";
import { canonical, trajectoryKeys } from "../canonical.js";
import { impressions } from "../impressions.js";
import { readUse, useOf } from "../role-use.js";

const [trajectory = "", feed = ""] = trajectoryKeys;

/**
 * What is to be known of candidates: how many a trajectory has at most, how many trajectories of the log (its
 * rows) have none, with one of them, and, where items are named, how many trajectories hold an item twice.
 */
export function candidatesPlan(candidates: BoundLog, rows: Relation): Plan {
  const item = useOf(candidates, "item");
  const all = impressions(candidates, item === undefined ? [] : [["c_item", readUse(item)]]);
  const sizes = group(all, trajectoryKeys, [
    ["c_rows", count()],
    ["c_items", item === undefined ? count() : countDistinct(column("c_item"))],
  ]);
  const right = select(sizes, [
    ["c_trajectory", column(trajectory)],
    ["c_feed", column(feed)],
    ["c_rows", column("c_rows")],
    ["c_items", column("c_items")],
  ]);
  const joined = join("left", group(rows, trajectoryKeys, []), right, [
    [trajectory, "c_trajectory"],
    [feed, "c_feed"],
  ]);
  const where = (condition: Expression): Expression =>
    caseWhen([{ when: condition, then: double(1) }], double(0));
  const key = cast(canonical.trajectory, "text");
  const isMissing = isNull(column("c_rows"));
  const isRepeated = apply("<", column("c_items"), column("c_rows"));
  const flagged = select(joined, [
    ["c_rows", column("c_rows")],
    ["c_missing", where(isMissing)],
    ["c_repeated", where(isRepeated)],
    ["e_missing", caseWhen([{ when: isMissing, then: key }], nullOf("text"))],
    ["e_repeated", caseWhen([{ when: isRepeated, then: key }], nullOf("text"))],
  ]);
  const found: readonly Named[] = [
    ["most", max(column("c_rows"))],
    ["missing", sum(column("c_missing"))],
    ["repeated", sum(column("c_repeated"))],
    ["missing_example", min(column("e_missing"))],
    ["repeated_example", min(column("e_repeated"))],
  ];
  return plan("candidates of trajectories", group(flagged, [], found));
}

/** Viewed items that are not among the candidates of their trajectory; undefined where items are not named. */
export function notListedPlan(log: BoundLog, candidates: BoundLog): Plan | undefined {
  const [own, other] = [useOf(log, "item"), useOf(candidates, "item")];
  if (own === undefined || other === undefined) return undefined;
  const listed = select(impressions(candidates, [["c_item", cast(readUse(other), "text")]]), [
    ["c_trajectory", column(trajectory)],
    ["c_feed", column(feed)],
    ["c_item", column("c_item")],
    ["c_one", bigint(1n)],
  ]);
  const viewed = select(impressions(log, [["v_item", cast(readUse(own), "text")]]), [
    [trajectory, column(trajectory)],
    [feed, column(feed)],
    ["v_item", column("v_item")],
  ]);
  const joined = join("left", viewed, listed, [
    [trajectory, "c_trajectory"],
    [feed, "c_feed"],
    ["v_item", "c_item"],
  ]);
  const absent = isNull(column("c_one"));
  const flagged = select(joined, [
    ["c_absent", caseWhen([{ when: absent, then: double(1) }], double(0))],
    ["e_absent", caseWhen([{ when: absent, then: column("v_item") }], nullOf("text"))],
  ]);
  const found: readonly Named[] = [
    ["absent", sum(column("c_absent"))],
    ["absent_example", min(column("e_absent"))],
  ];
  return plan("viewed items that are no candidates", group(flagged, [], found));
}
