import { powerOfTwo } from "../numeric/elementary/power-of-two.js";
import { createRandom } from "../random/create-random.js";
import type { Plan } from "../sql/engine.js";
import {
  apply,
  bigint,
  cast,
  column,
  count,
  countDistinct,
  double,
  type Expression,
  equal,
  greater,
  less,
  lookup,
  max,
  min,
  not,
  or,
  plus,
  sum,
  times,
} from "../sql/expression.js";
import { plan } from "../sql/plan.js";
import { group, type Named, type Relation, select } from "../sql/relation.js";
import type { BoundLog } from "./bind.js";
import { canonical, originOf, trajectoryKeys } from "./canonical.js";
import { canonicalNames } from "./impressions.js";
import { columnOf, type RoleUse } from "./role.js";
import { countWhere } from "./strata.js";

/**
 * Checks of a trajectory's structure that ride on the pass by trajectory: aggregates of its rows
 * (`inner`) and counts of trajectories made from them (`outer`). The inner pass also gives
 * `row_count` and, under `t_…`, the smallest user, day and logging policy.
 */
export interface StructureChecks {
  readonly inner: readonly Named[];
  readonly outer: readonly Named[];
  /** One sum that tells whether all is sound, but not what is wrong; where there is one. */
  readonly quick?: Omit<StructureChecks, "quick">;
  /** Where nothing is found, the ranks of a trajectory are 1 … n: it is as deep as it has rows. */
  readonly countsDepth?: true;
}

const { rank } = canonical;

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
  const ranks = rankChecks(log, maxRank);
  const single = singleChecks(log);
  const quick = quickCheck(log, maxRank);
  return {
    inner: [...ranks.inner, ...single.inner],
    outer: [...ranks.outer, ...single.outer],
    ...(quick === undefined ? {} : { quick }),
  };
}

/** The count of trajectories that the quick check does not find sound: some fault, or a hole. */
export const suspects = "suspects";

/**
 * Marks of ranks and hashes of the roles that a trajectory holds one value of, in one sum: n rows whose
 * ranks are 1 … n and whose user and day are those of the trajectory add up to the marks of 1 … n and n
 * times the hashes, others only by a chance of some 2^-38. One aggregate in the place of four.
 */
function quickCheck(log: BoundLog, maxRank: number): Omit<StructureChecks, "quick"> | undefined {
  if (log.spec.rank === undefined || maxRank > longestTable) return undefined;
  const marks = rankMarks(maxRank);
  const names = singleUses(log).map(({ role }) => role);
  const rows = column("row_count");
  const mark = lookup("marks", marks.single, rank);
  const prefix = apply("coalesce", lookup("prefix marks", marks.prefix, rows), double(-1));
  const ofRow = names.map((role) => hashOf(columnOf(role))).reduce(plus, mark);
  const ofAll = names.map(({ name }) => hashOf(column(`t_${name}`))).reduce(plus, double(0));
  const expected = plus(prefix, times(cast(rows, "double"), ofAll));
  return {
    inner: [["s_marks", sum(ofRow)]],
    outer: [[suspects, countWhere(not(equal(column("s_marks"), expected)))]],
    countsDepth: true,
  };
}

/** 38 bits: with the marks' 40, sums of 2^12 rows are exact in doubles. */
const hashOf = (value: Expression): Expression =>
  cast(apply("shiftRight", apply("nativeHash", value), bigint(25n)), "double");

function rankChecks(log: BoundLog, maxRank: number): StructureChecks {
  if (log.spec.rank === undefined) return { inner: [], outer: [] };
  const rows = column("row_count");
  const top = column("s_top");
  const holes: Named = ["holes", countWhere(less(rows, top))];
  const marks = rankMarks(Math.min(maxRank, longestTable));
  const prefix = lookup("prefix marks", marks.prefix, top);
  const inner: Named[] = [
    ["s_top", max(rank)],
    ["s_marks", sum(lookup("marks", marks.single, rank))],
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
  const single = Array.from({ length: maxRank }, () =>
    Math.floor(random.next() * powerOfTwo(markBits)),
  );
  let total = 0;
  const prefix = single.map((mark) => {
    total += mark;
    return total;
  });
  return { single, prefix };
}

/** The roles of which a trajectory holds one value, as far as the log has them. */
const singleUses = (log: BoundLog): readonly RoleUse[] =>
  log.uses.filter(({ role }) => role.single !== undefined);

function singleChecks(log: BoundLog): StructureChecks {
  const uses = singleUses(log);
  return {
    inner: uses.map(({ role }): Named => [`s_${role.name}`, max(columnOf(role))]),
    outer: uses.map(({ role: { name, single } }): Named => {
      const differ = apply("<>", column(`s_${name}`), column(`t_${name}`));
      return [single?.count ?? name, countWhere(differ)];
    }),
  };
}

/** Exact count of trajectories that hold a displayed rank twice. It is expensive, and used only where marks cannot decide. */
export function duplicateRanksPlan(rows: Relation): Plan<"found"> {
  const byRank = group(rows, [...trajectoryKeys, rank.name], [["times", count()]]);
  const kept = trajectoryKeys.map((name): Named => [name, column(name)]);
  const twice = select(byRank, kept, { where: greater(column("times"), bigint(1n)) });
  const trajectories = group(twice, trajectoryKeys, [["times", count()]]);
  return plan("duplicate ranks", group(trajectories, [], [["found", count()]]));
}

/** Trajectories that are in more than one feed, each of which counts them; a key of several users is one of each. */
export function severalFeedsPlan({ spec }: BoundLog, rows: Relation): Plan<"found"> {
  const { trajectory, user, feed } = canonical;
  const keys = spec.user === undefined ? [trajectory.name] : [trajectory.name, user.name];
  const feeds = group(rows, keys, [["feeds", countDistinct(feed)]]);
  const several = select(feeds, [["feeds", column("feeds")]], {
    where: greater(column("feeds"), bigint(1n)),
  });
  return plan("trajectories in several feeds", group(several, [], [["found", count()]]));
}

/** Whether a row is of a trajectory in 64, by the engine's own hash: results do not depend on which. */
export const isOfSampledTrajectory: Expression = equal(
  apply("bitAnd", apply("nativeHash", canonical.trajectory), bigint(63n)),
  bigint(0n),
);

export function sampled(log: BoundLog, rows: Relation): Relation {
  const kept = canonicalNames(log).filter((name) => originOf(log, name).role.isSampled === true);
  return select(
    rows,
    kept.map((name): Named => [name, column(name)]),
    { where: isOfSampledTrajectory },
  );
}

/**
 * The checks of `structure: check` on the rows given, and whether each trajectory has exactly one row
 * of displayed rank 1, which the other two ways of counting trajectories rely on.
 */
export function structurePlan(log: BoundLog, rows: Relation, maxRank: number): Plan {
  const checks = structureChecks(log, maxRank);
  const constants = singleUses(log).map(
    ({ role }): Named => [`t_${role.name}`, min(columnOf(role))],
  );
  const firsts: Named = ["s_firsts", countWhere(equal(rank, bigint(1n)))];
  const byTrajectory = group(rows, trajectoryKeys, [
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
  return plan("structure of a sample", group(byTrajectory, [], counted));
}

/**
 * Per policy: trajectories in which two items hold one target rank (`found_i`), and those whose rows hold several
 * weights of the list (`varies_i`).
 */
export function targetsPlan(log: BoundLog, rows: Relation): Plan | undefined {
  const names = canonicalNames(log);
  const having = (of: (i: number) => { readonly name: string }): readonly number[] =>
    log.policies.flatMap((_, i) => (names.includes(of(i).name) ? [i] : []));
  const [ranked, weighed] = [having(canonical.targetRank), having(canonical.listWeight)];
  if (ranked.length + weighed.length === 0) return undefined;
  const inner = [
    ...ranked.flatMap((i): Named[] => {
      const target = canonical.targetRank(i);
      return [
        [`shown_${i}`, count(target)],
        [`distinct_${i}`, countDistinct(target)],
      ];
    }),
    ...weighed.flatMap((i): Named[] => [
      [`least_${i}`, min(canonical.listWeight(i))],
      [`most_${i}`, max(canonical.listWeight(i))],
    ]),
  ];
  const byTrajectory = group(rows, trajectoryKeys, inner);
  const outer = [
    ...ranked.map((i): Named => {
      const isTwice = greater(column(`shown_${i}`), column(`distinct_${i}`));
      return [`found_${i}`, countWhere(isTwice)];
    }),
    ...weighed.map((i): Named => {
      const varies = less(column(`least_${i}`), column(`most_${i}`));
      return [`varies_${i}`, countWhere(varies)];
    }),
  ];
  const columns: readonly Named[] = [["trajectories", count()], ...outer];
  return plan("duplicate target ranks", group(byTrajectory, [], columns));
}
