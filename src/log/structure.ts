import { createRandom } from "../random/index.js";
import type { Plan } from "../sql/engine.js";
import {
  apply,
  bigint,
  cast,
  column,
  count,
  countDistinct,
  type Expression,
  equal,
  greater,
  isNull,
  less,
  lookup,
  max,
  min,
  not,
  or,
  sum,
} from "../sql/expression.js";
import { group, type Named, type Relation, select } from "../sql/relation.js";
import type { BoundLog } from "./bind.js";
import { trajectoryKeys as keys } from "./canonical.js";
import { countWhere } from "./strata.js";

/**
 * Checks of a trajectory's structure that ride on the pass by trajectory: aggregates of its rows
 * (`inner`) and counts of trajectories made from them (`outer`). The inner pass also gives
 * `row_count` and, under `t_…`, the smallest user, day and logger.
 */
export interface StructureChecks {
  readonly inner: readonly Named[];
  readonly outer: readonly Named[];
}

/** Ranks that have marks: 2^12 marks of 40 bits add up exactly in doubles. */
const longestTable = 4096;
const markBits = 40;

/**
 * A trajectory whose deepest rank equals its number of rows is a prefix without duplicates exactly
 * when its ranks are 1 … k; random 40-bit marks of ranks add up to the prefix's sum only then (but
 * for a chance of 2^-40). Where positions hold no item, or the prefix is longer than the table, the
 * sum says nothing: `holes` and `unmarked` count such trajectories, for the exact query to look at.
 */
export function structureChecks(log: BoundLog, maxRank: number): StructureChecks {
  const rank = rankChecks(log, maxRank);
  const constants = constantChecks(log);
  return { inner: [...rank.inner, ...constants.inner], outer: [...rank.outer, ...constants.outer] };
}

function rankChecks(log: BoundLog, maxRank: number): StructureChecks {
  if (log.spec.rank === undefined) return { inner: [], outer: [] };
  const rows = column("row_count");
  const top = column("s_top");
  const holes: Named = ["holes", countWhere(less(rows, top))];
  const marks = rankMarks(Math.min(maxRank, longestTable));
  const prefix = lookup("prefix marks", marks.prefix, top);
  const inner: Named[] = [
    ["s_top", max(column("h_rank"))],
    ["s_marks", sum(lookup("marks", marks.single, column("h_rank")))],
  ];
  const full = equal(rows, top);
  const wrongMarks = apply("and", full, not(equal(column("s_marks"), prefix)));
  const duplicates = countWhere(or([greater(rows, top), wrongMarks]));
  const outer: Named[] = [["duplicates", duplicates], holes];
  if (maxRank > longestTable) {
    const beyond = greater(top, bigint(BigInt(longestTable)));
    outer.push([unmarked, countWhere(apply("and", full, beyond))]);
  }
  return { inner, outer };
}

/** The count of trajectories without holes that are too long for marks. */
export const unmarked = "unmarked";

/** A random mark for every rank, and the sums of the marks of 1 … k; whole numbers, exact in doubles. */
function rankMarks(maxRank: number): {
  readonly single: readonly number[];
  readonly prefix: readonly number[];
} {
  const random = createRandom("marks of ranks");
  const single = Array.from({ length: maxRank }, () => Math.floor(random.next() * 2 ** markBits));
  let total = 0;
  const prefix = single.map((mark) => {
    total += mark;
    return total;
  });
  return { single, prefix };
}

/** One user, one day and one logger per trajectory. */
function constantChecks({ spec }: BoundLog): StructureChecks {
  const roles = [
    ["user", spec.user, "severalUsers"],
    ["day", spec.day, "severalDays"],
    ["logger", spec.logger, "severalLoggers"],
  ] as const;
  const present = roles.filter(([role, name]) => name !== undefined && role !== undefined);
  return {
    inner: present.map(([role]): Named => [`s_${role}`, max(column(`h_${role}`))]),
    outer: present.map(
      ([role, , code]): Named => [
        code,
        countWhere(apply("<>", column(`s_${role}`), column(`t_${role}`))),
      ],
    ),
  };
}

/** Exact count of trajectories that hold a displayed rank twice; dear, for what marks cannot tell. */
export function duplicateRanksPlan(rows: Relation): Plan {
  const byRank = group(rows, [...keys, "h_rank"], [["times", count()]]);
  const kept = keys.map((name): Named => [name, column(name)]);
  const twice = select(byRank, kept, { where: greater(column("times"), bigint(1n)) });
  const trajectories = group(twice, keys, [["times", count()]]);
  return {
    purpose: "duplicate ranks",
    relation: group(trajectories, [], [["found", count()]]),
    columns: [{ name: "found", type: "bigint" }],
  };
}

/** One trajectory in 64, by the engine's own hash: results do not depend on which. */
export function sampled(log: BoundLog, rows: Relation): Relation {
  const hash = apply("nativeHash", column("h_trajectory"));
  const targets = log.policies.flatMap(({ rank, score }, i) =>
    rank === undefined && score === undefined ? [] : [`h_rank_${i}`],
  );
  const names = ["h_trajectory", "h_feed", "h_user", "h_day", "h_logger", "h_rank", ...targets];
  return select(
    rows,
    names.map((name): Named => [name, column(name)]),
    { where: equal(apply("bitAnd", hash, bigint(63n)), bigint(0n)) },
  );
}

/**
 * The checks of `structure: check` on the rows given, and whether each trajectory has exactly one row
 * of displayed rank 1, which the other two ways of counting trajectories rely on.
 */
export function structurePlan(log: BoundLog, rows: Relation, maxRank: number): Plan {
  const checks = structureChecks(log, maxRank);
  const roles = ["user", "day", "logger"] as const;
  const constants = roles
    .filter((role) => log.spec[role] !== undefined)
    .map((role): Named => [`t_${role}`, min(column(`h_${role}`))]);
  const firsts: Named = ["s_firsts", countWhere(equal(column("h_rank"), bigint(1n)))];
  const byTrajectory = group(rows, keys, [
    ["row_count", count()],
    firsts,
    ...constants,
    ...checks.inner,
  ]);
  const counted: readonly Named[] = [
    ["checkedTrajectories", count()],
    ["withoutFirstRank", countWhere(not(equal(column("s_firsts"), bigint(1n))))],
    ...checks.outer,
  ];
  return {
    purpose: "structure of a sample",
    relation: group(byTrajectory, [], counted),
    columns: counted.map(([name]) => ({ name, type: "bigint" })),
  };
}

/** Per policy by rank: trajectories in which two items hold one target rank. */
export function duplicateTargetsPlan(log: BoundLog, rows: Relation): Plan | undefined {
  const ranked = log.policies.flatMap(({ rank, score }, i) =>
    rank === undefined && score === undefined ? [] : [i],
  );
  if (ranked.length === 0) return undefined;
  const inner = ranked.flatMap((i): Named[] => {
    const target = column(`h_rank_${i}`);
    const shown = cast(sum(whereShown(target)), "bigint");
    return [
      [`shown_${i}`, shown],
      [`distinct_${i}`, countDistinct(target)],
    ];
  });
  const byTrajectory = group(rows, keys, inner);
  const outer = ranked.map(
    (i): Named => [
      `found_${i}`,
      countWhere(greater(column(`shown_${i}`), column(`distinct_${i}`))),
    ],
  );
  const columns = [["trajectories", count()] as const, ...outer];
  return {
    purpose: "duplicate target ranks",
    relation: group(byTrajectory, [], columns),
    columns: columns.map(([name]) => ({ name, type: "bigint" as const })),
  };
}

const whereShown = (target: Expression): Expression => ({
  kind: "case",
  branches: [{ when: isNull(target), then: bigint(0n) }],
  otherwise: bigint(1n),
});
