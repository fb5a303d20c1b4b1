import type { Plan } from "../../sql/engine.js";
import {
  and,
  apply,
  bigint,
  caseWhen,
  cast,
  column,
  count,
  countDistinct,
  double,
  type Expression,
  greater,
  isNull,
  max,
  min,
  minus,
  not,
  nullOf,
  or,
  sum,
  times,
} from "../../sql/expression.js";
import { plan } from "../../sql/plan.js";
import { group, join, type Named, type Relation, select } from "../../sql/relation.js";
import type { BoundLog } from "../bind.js";
import { canonical, trajectoryKeys } from "../canonical.js";
import { impressions } from "../impressions.js";
import { columnOf, type RoleUse } from "../role.js";
import { readUse, useOf } from "../role-use.js";
import type { RoleName } from "../roles/index.js";

const [trajectory = "", feed = ""] = trajectoryKeys;

/**
 * What is to be known of candidates: how many a trajectory has at most, how many are of trajectories of the log,
 * how many trajectories of the log (its rows) have none, with one of them, where items are named how many hold an
 * item twice, and how many hold a displayed rank or a policy's rank twice (`tied_0`, … in the order of `rankedIn`),
 * or skip one that users may see, down to rank `reach` (`gaps_0`, …).
 */
export function candidatesPlan(candidates: BoundLog, rows: Relation, reach: number): Plan {
  const item = useOf(candidates, "item");
  const all = impressions(candidates, item === undefined ? [] : [["c_item", readUse(item)]]);
  const ranks = rankedIn(candidates).map(({ name }) => name);
  const both = ranks.flatMap((_, i) => [`tied_${i}`, `gaps_${i}`]);
  const sizes = group(all, trajectoryKeys, [
    ["c_rows", count()],
    ["c_items", item === undefined ? count() : countDistinct(column("c_item"))],
    ...ranks.flatMap((name, i): Named[] => [
      [`c_tied_${i}`, minus(count(column(name)), countDistinct(column(name)))],
      [`c_gaps_${i}`, skipped(column(name), reach)],
    ]),
  ]);
  const right = select(sizes, [
    ["c_trajectory", column(trajectory)],
    ["c_feed", column(feed)],
    ["c_rows", column("c_rows")],
    ["c_items", column("c_items")],
    ...both.map((name): Named => [`c_${name}`, column(`c_${name}`)]),
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
  const isSome = (name: string): Expression => apply(">", column(`c_${name}`), bigint(0n));
  const flagged = select(joined, [
    ...both.flatMap((name): Named[] => [
      [`f_${name}`, where(isSome(name))],
      [`e_${name}`, caseWhen([{ when: isSome(name), then: key }], nullOf("text"))],
    ]),
    ["c_rows", column("c_rows")],
    ["c_known", apply("coalesce", cast(column("c_rows"), "double"), double(0))],
    ["c_missing", where(isMissing)],
    ["c_repeated", where(isRepeated)],
    ["e_missing", caseWhen([{ when: isMissing, then: key }], nullOf("text"))],
    ["e_repeated", caseWhen([{ when: isRepeated, then: key }], nullOf("text"))],
  ]);
  const counts: readonly Named[] = [
    ["most", max(column("c_rows"))],
    ["known", sum(column("c_known"))],
    ["missing", sum(column("c_missing"))],
    ["repeated", sum(column("c_repeated"))],
    ["missing_example", min(column("e_missing"))],
    ["repeated_example", min(column("e_repeated"))],
    ...both.flatMap((name): Named[] => [
      [name, sum(column(`f_${name}`))],
      [`${name}_example`, min(column(`e_${name}`))],
    ]),
  ];
  return plan("candidates of trajectories", group(flagged, [], counts));
}

/** How many ranks of a trajectory hold no candidate, down to the last one that does and is within reach. */
function skipped(rank: Expression, reach: number): Expression {
  const isWithin = not(greater(rank, bigint(BigInt(reach))));
  const within = caseWhen([{ when: isWithin, then: rank }], nullOf("bigint"));
  return minus(apply("coalesce", max(within), bigint(0n)), countDistinct(within));
}

/** The ranks that candidates have: displayed ones, and those of each policy; an item holds each alone. */
export const rankedIn = (
  candidates: BoundLog,
): readonly { readonly name: string; readonly path: string }[] =>
  candidates.uses
    .filter(({ role }) => role.name === "rank" || role.name === "targetRank")
    .map(({ role, index, path }) => ({ name: columnOf(role, index).name, path }));

/**
 * Viewed items that are not among the candidates of their trajectory, and those whose displayed rank, target rank,
 * cluster, prediction or exposure is another one there, with a trajectory of each; undefined where items are not named.
 */
export function notListedPlan(log: BoundLog, candidates: BoundLog): Plan | undefined {
  const [item, other] = [useOf(log, "item"), useOf(candidates, "item")];
  if (item === undefined || other === undefined) return undefined;
  const places = inBoth(log, candidates, ["rank", "targetRank", "cluster"]);
  const sizes = inBoth(log, candidates, ["prediction", "loggedExposure", "targetExposure"]);
  const named = (prefix: string): readonly Named[] => [
    ...places.map((name, at): Named => [`${prefix}_place_${at}`, cast(column(name), "text")]),
    ...sizes.map((name, at): Named => [`${prefix}_size_${at}`, column(name)]),
  ];
  const listed = select(impressions(candidates, [["c_item", cast(readUse(other), "text")]]), [
    ["c_trajectory", column(trajectory)],
    ["c_feed", column(feed)],
    ["c_item", column("c_item")],
    ["c_one", bigint(1n)],
    ...named("c"),
  ]);
  const viewed = select(impressions(log, [["v_item", cast(readUse(item), "text")]]), [
    [trajectory, column(trajectory)],
    [feed, column(feed)],
    ["v_item", column("v_item")],
    ...named("v"),
  ]);
  const joined = join("left", viewed, listed, [
    [trajectory, "c_trajectory"],
    [feed, "c_feed"],
    ["v_item", "c_item"],
  ]);
  const absent = isNull(column("c_one"));
  const pairs = [
    ...places.map((_, at) => differs(column(`v_place_${at}`), column(`c_place_${at}`))),
    ...sizes.map((_, at) => isFar(column(`v_size_${at}`), column(`c_size_${at}`))),
  ];
  const key = cast(canonical.trajectory, "text");
  const flag = (name: string, when: Expression): readonly Named[] => [
    [`c_${name}`, caseWhen([{ when, then: double(1) }], double(0))],
    [`e_${name}`, caseWhen([{ when, then: key }], nullOf("text"))],
  ];
  const flagged = select(joined, [
    ...flag("absent", absent),
    ...flag("differs", and([not(absent), or(pairs)])),
  ]);
  const total = (name: string): readonly Named[] => [
    [name, sum(column(`c_${name}`))],
    [`${name}_example`, min(column(`e_${name}`))],
  ];
  const counts = [...total("absent"), ...total("differs")];
  return plan("viewed items among the candidates", group(flagged, [], counts));
}

function inBoth(log: BoundLog, candidates: BoundLog, of: readonly RoleName[]): readonly string[] {
  const isPlace = ({ role }: RoleUse): boolean => of.some((name) => name === role.name);
  const nameOf = ({ role, index }: RoleUse): string => columnOf(role, index).name;
  const listed = candidates.uses.filter(isPlace).map(nameOf);
  return log.uses
    .filter(isPlace)
    .map(nameOf)
    .filter((name) => listed.includes(name));
}

/** Whether two values are not the same, NULL being one. */
const differs = (a: Expression, b: Expression): Expression =>
  or([apply("<>", a, b), and([isNull(a), not(isNull(b))]), and([not(isNull(a)), isNull(b)])]);

/** Whether two numbers differ by more than those of a column of single precision do, or one alone is NULL. */
const isFar = (a: Expression, b: Expression): Expression =>
  or([
    greater(apply("abs", minus(a, b)), times(double(1e-6), apply("abs", b))),
    and([isNull(a), not(isNull(b))]),
    and([not(isNull(a)), isNull(b)]),
  ]);

/** Viewed rows whose cluster no candidate of their trajectory has, with a trajectory; undefined without clusters. */
export function clustersPlan(log: BoundLog, candidates: BoundLog): Plan | undefined {
  const [cluster, other] = [useOf(log, "cluster"), useOf(candidates, "cluster")];
  if (cluster === undefined || other === undefined) return undefined;
  const listed = select(impressions(candidates), [
    [trajectory, column(trajectory)],
    [feed, column(feed)],
    ["c_cluster", cast(canonical.cluster, "text")],
  ]);
  const right = select(group(listed, [trajectory, feed, "c_cluster"], [["c_rows", count()]]), [
    ["c_trajectory", column(trajectory)],
    ["c_feed", column(feed)],
    ["c_cluster", column("c_cluster")],
    ["c_rows", column("c_rows")],
  ]);
  const viewed = select(impressions(log), [
    [trajectory, column(trajectory)],
    [feed, column(feed)],
    ["v_cluster", cast(canonical.cluster, "text")],
  ]);
  const joined = join("left", viewed, right, [
    [trajectory, "c_trajectory"],
    [feed, "c_feed"],
    ["v_cluster", "c_cluster"],
  ]);
  const isUnknown = isNull(column("c_rows"));
  const flagged = select(joined, [
    ["c_unknown", caseWhen([{ when: isUnknown, then: double(1) }], double(0))],
    [
      "e_unknown",
      caseWhen([{ when: isUnknown, then: cast(canonical.trajectory, "text") }], nullOf("text")),
    ],
  ]);
  return plan(
    "clusters of viewed items among the candidates",
    group(
      flagged,
      [],
      [
        ["unknown", sum(column("c_unknown"))],
        ["unknown_example", min(column("e_unknown"))],
      ],
    ),
  );
}

/**
 * Trajectories of the log (its rows) whose displayed candidates hold a rank twice, or are not the slots 1 … of their
 * list's length, with one of each.
 */
export function slotsPlan(displayed: BoundLog, rows: Relation): Plan {
  const { rank, listLength } = canonical;
  const slots = group(impressions(displayed), trajectoryKeys, [
    ["s_rows", count()],
    ["s_ranks", countDistinct(rank)],
    ["s_top", max(rank)],
  ]);
  const right = select(slots, [
    ["c_trajectory", column(trajectory)],
    ["c_feed", column(feed)],
    ...["s_rows", "s_ranks", "s_top"].map((name): Named => [name, column(name)]),
  ]);
  const lists = group(rows, trajectoryKeys, [["s_length", max(listLength)]]);
  const joined = join("left", lists, right, [
    [trajectory, "c_trajectory"],
    [feed, "c_feed"],
  ]);
  const isRepeated = apply("<", column("s_ranks"), column("s_rows"));
  const isWhole = and([
    apply("=", column("s_ranks"), column("s_length")),
    apply("=", column("s_top"), column("s_length")),
  ]);
  const flag = (name: string, when: Expression): readonly Named[] => [
    [`f_${name}`, caseWhen([{ when, then: double(1) }], double(0))],
    [`e_${name}`, caseWhen([{ when, then: cast(canonical.trajectory, "text") }], nullOf("text"))],
  ];
  const flagged = select(joined, [
    ...flag("repeated", isRepeated),
    ...flag("missing", or([isNull(column("s_rows")), not(isWhole)])),
  ]);
  const counts = ["repeated", "missing"].flatMap((name): readonly Named[] => [
    [name, sum(column(`f_${name}`))],
    [`${name}_example`, min(column(`e_${name}`))],
  ]);
  return plan("slots of lists", group(flagged, [], counts));
}
