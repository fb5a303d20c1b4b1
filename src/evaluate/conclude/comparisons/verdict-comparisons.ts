import type { ComparisonClusters } from "../../../checks/comparison.js";
import type { ComparisonTables } from "../../../checks/comparison-tables.js";
import { totalOf } from "../../../checks/grouped-sums.js";
import { listReadersIn } from "../../../checks/list-readers.js";
import { holdsAllRows } from "../../../checks/offered-rows.js";
import { once } from "../../../checks/once.js";
import { type Reason, reason } from "../../../errors.js";
import type { PointEstimate } from "../../../inference/delta.js";
import type { Scope } from "../../../inference/scope.js";
import { showCount } from "../../../numeric/show-number.js";
import type { Study } from "../../../study/study.js";
import { ofReaders } from "../../../tally/comparisons/comparison-shapes.js";
import { ranksApart } from "../../../tally/comparisons/rank-bins.js";
import { regroup } from "../../../tally/fold.js";
import type { TallyTable } from "../../../tally/tally.js";
import { label } from "../../ask/label.js";
import type { Contrast } from "../difference-rows.js";
import { daysIn } from "../on-days.js";
import type { OpenTally } from "../open-tally.js";
import { type ComparisonKey, comparisonTablesOf } from "./comparison-tables-of.js";
import { type ComparisonTest, comparisonTest } from "./comparison-test.js";

/** One line of the verdicts, candidate × reward × feed, whose difference is there. */
export interface VerdictComparison {
  readonly compared: Contrast;
  readonly better: "higher" | "lower";
  /** Undefined where the tally holds no tables for the checks. */
  readonly tables: ComparisonTables | undefined;
  readonly clusters: ComparisonClusters;
  /** As how many comparisons the comparison counts, since its policies were chosen by this log. */
  readonly chosenFrom: number;
  /** Why its difference is no answer: for rewards of this log, or for a curve that is not of these days. */
  readonly lacks?: Reason;
  readonly test: ComparisonTest | { readonly same: Reason } | { readonly none: Reason };
}

/** A comparison with what its difference is tested by, or the reason why there is nothing to test. */
export function verdictComparison(
  base: OpenTally,
  compared: Contrast,
  scope: Scope,
  drift?: Reason,
): VerdictComparison {
  const { key } = compared;
  const { questions, inference } = base;
  const reward = questions.log.rewards.find(({ name }) => name === key.reward);
  const better = reward?.better ?? "higher";
  const tables = withReaders(base, key);
  const clusters = comparisonClusters(base, scope, compared);
  const lacks = trainedOnLog(base.study, key, daysIn(base.tally)[0] ?? null) ?? drift;
  const comparison = {
    ...{ compared, better, tables, clusters },
    chosenFrom: chosenFrom(base.study, key),
    ...(lacks && { lacks }),
  };
  const same = identical(compared, tables);
  if (same !== undefined) return { ...comparison, test: { same } };
  const none = noReward(compared, tables);
  if (none !== undefined) return { ...comparison, test: { none } };
  const mayBeNegative =
    questions.views.rewards.find(({ name }) => name === key.reward)?.mayBeNegative ?? true;
  const by = { method: inference.interval, mayBeNegative };
  // The variance under a hypothesis follows from tables of all days.
  const ofThem = base.someDays === undefined ? tables : undefined;
  return { ...comparison, test: comparisonTest(compared, scope, ofThem, by) };
}

/** Comparisons that are tested: the others share no level with them. */
export const isTested = (comparison: VerdictComparison): comparison is TestedComparison =>
  "endAt" in comparison.test;

export type TestedComparison = VerdictComparison & { readonly test: ComparisonTest };

/** Where both policies place every viewed row alike, or no difference is left beyond rounding. */
function identical(
  { key, answer }: Contrast,
  tables: ComparisonTables | undefined,
): Reason | undefined {
  const { policy, baseline } = key;
  const name = label({ name: key.estimator, parameters: key.parameters });
  const isZero = isNothing(answer);
  const hasMoves = tables !== undefined && tellsMoved(tables);
  if (hasMoves ? moved(tables).rows === 0 && (isZero || moved(tables).open.rows === 0) : isZero) {
    return reason("identical", `${policy} and ${baseline} are identical on this log by ${name}.`);
  }
  if (!isZero || (hasMoves && moved(tables).rewarded === 0)) return undefined;
  if (hasMoves && isFittedOnAllRows(tables)) return undefined;
  const message = `${policy} and ${baseline} do not differ on this log beyond rounding by ${name}.`;
  return reason("identical", message);
}

/** A curve fitted on a log of all displayed rows is flat whatever users view: the checks refuse the comparison. */
const isFittedOnAllRows = ({ curveIs, log }: ComparisonTables): boolean =>
  curveIs !== "given" && holdsAllRows(log);

const isNothing = ({ value, influence }: Contrast["answer"]): boolean =>
  value === 0 && influence.every((psi) => psi === 0);

/** Where no row that the candidate moves has a reward, the log cannot tell what moving it earns. */
function noReward(
  { key, answer }: Contrast,
  tables: ComparisonTables | undefined,
): Reason | undefined {
  if (tables === undefined || !tellsMoved(tables)) return undefined;
  const { rows, rewarded, open } = moved(tables);
  const mayBeOpen = rows === 0 || open.rewarded > 0;
  if (rewarded > 0 || (mayBeOpen && !isNothing(answer))) return undefined;
  const message = `0 of the ${showCount(rows)} rows that ${key.policy} moves carry a ${key.reward}: the log does not identify what moving them earns.`;
  return reason("noReward", message, { rows, rewarded });
}

/** Whether the tables tell rows that both policies place alike. */
const tellsMoved = ({ base, pair }: ComparisonTables): boolean =>
  base === undefined || pair !== undefined;

interface MovedRows {
  readonly rows: number;
  readonly rewarded: number;
}

/**
 * Rows that the candidate places elsewhere than its baseline, and those of them with a reward. `open` are rows
 * that stay within a bin of ranks beyond 512: tables by two ranks do not say whether they move there.
 */
function moved({
  policy,
  pair,
  reward,
}: ComparisonTables): MovedRows & { readonly open: MovedRows } {
  const { rank, target } = policy.cells;
  const isAlike = (cell: number): boolean =>
    pair === undefined ? rank[cell] === target[cell] : pair.alike[cell] === true;
  const { rows: byCell, rewards: byReward } = pair ?? policy;
  const counts = totalOf(byCell).rows;
  const rewards = (byReward[reward] && totalOf(byReward[reward]).rewarded) ?? [];
  const sums = { rows: 0, rewarded: 0, open: { rows: 0, rewarded: 0 } };
  for (let cell = 0; cell < counts.length; cell++) {
    const isPooled = pair === undefined && (rank[cell] ?? 0) > ranksApart;
    if (isAlike(cell) && !isPooled) continue;
    const to = isAlike(cell) ? sums.open : sums;
    to.rows += counts[cell] ?? 0;
    to.rewarded += rewards[cell] ?? 0;
  }
  return sums;
}

type Tables = Readonly<Record<string, TallyTable>>;

/** The tables of a comparison with what the tally knows of users who view nearly every list to its end. */
function withReaders(base: OpenTally, key: ComparisonKey): ComparisonTables | undefined {
  const tables = comparisonTablesOf(base, key);
  const all = base.tally.tables;
  const readers = readersIn(all);
  if (tables === undefined || readers === undefined) return tables;
  const rest = restOf(all, readers.size);
  const others =
    rest && comparisonTablesOf({ ...base, tally: { ...base.tally, tables: rest } }, key);
  return { ...tables, readers: { ...readers, ...(others && { others }) } };
}

const readersIn = once((tables: Tables) => listReadersIn(tables));
const restOf = once(withoutReaders);

/** The tables of all other users; undefined where the tally lacks those of the readers alone. */
function withoutReaders(tables: Tables, size: number): Tables | undefined {
  const rest = Object.entries(tables).flatMap(([name, table]) => {
    const ofThem = tables[ofReaders(size, name)];
    return ofThem === undefined ? [] : [[name, regroup([table, minus(ofThem)])] as const];
  });
  return rest.length === 0 ? undefined : { ...tables, ...Object.fromEntries(rest) };
}

/** A table whose sums take away. */
function minus(table: TallyTable): TallyTable {
  const negative = (values: Float64Array): Float64Array => values.map((value) => -value);
  const columns = Object.entries(table.columns).map(([name, column]) => {
    const { combine, hi, lo } = column;
    const negated =
      combine === "sum" ? { ...column, hi: negative(hi), lo: lo && negative(lo) } : column;
    return [name, negated];
  });
  return { ...table, columns: Object.fromEntries(columns) };
}

function comparisonClusters(
  { tally, questions: { log } }: OpenTally,
  { counts, bucketIndex, buckets, n, kept, indexOfBucket }: Scope,
  { answer, base }: Contrast,
): ComparisonClusters {
  const sizes = new Float64Array(buckets);
  const share = kept / n; // of a sampled log: the trajectories that there are, not those they stand for
  for (let cell = 0; cell < counts.length; cell++) {
    const bucket = bucketIndex[cell] ?? 0;
    sizes[bucket] = (sizes[bucket] ?? 0) + share * (counts[cell] ?? 0);
  }
  const areUsers = tally.buckets.kind === "exact" && log.spec.user !== undefined;
  const frequent = tally.buckets.kind === "exact" ? tally.buckets.frequent : undefined;
  const keys = (frequent ?? []).flatMap(({ bucket, key }): [number, string][] => {
    const at = indexOfBucket.get(bucket);
    return at === undefined ? [] : [[at, key]];
  });
  const { user: name } = log.spec;
  const named = {
    ...(keys.length > 0 && { keys: new Map(keys) }),
    ...(name !== undefined && { userColumn: { name, isWhole: log.types.get(name) === "bigint" } }),
  };
  const sumsOf = ({ influence }: PointEstimate): Float64Array => influence.map((psi) => psi * kept);
  return { sizes, sums: sumsOf(answer), baseSums: sumsOf(base), areUsers, ...named };
}

interface PolicyPair {
  readonly policy: string;
  readonly baseline: string;
}

/** Why a comparison's difference is no answer where rewards of its own days trained one of its policies. */
function trainedOnLog(
  { policies }: Pick<Study, "policies">,
  { policy, baseline }: PolicyPair,
  firstDay: string | null,
): Reason | undefined {
  if (firstDay === null) return undefined;
  const name = [policy, baseline].find((name) => isLater(policies[name]?.trainedUntil, firstDay));
  const until = name === undefined ? undefined : policies[name]?.trainedUntil;
  if (name === undefined || until === undefined) return undefined;
  const message = `Rewards until ${until} trained ${name}, and the log begins on ${firstDay}: what it learned from rewards of this log shows up as a gain, and no log distinguishes that from a real one. Evaluate later days, or train it on earlier ones.`;
  return reason("trainedOnLog", message, { policy: name, trainedUntil: until, firstDay });
}

const isLater = (until: string | undefined, firstDay: string): boolean =>
  until !== undefined && momentOf(until) > momentOf(firstDay);

/** Days of a log are of UTC, and so is what names no zone. */
function momentOf(text: string): number {
  if (!text.includes("T")) return Date.parse(`${text}T00:00:00Z`);
  return Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`);
}

/** As how many comparisons a comparison counts: every pair of those that its policies were chosen from. */
const chosenFrom = ({ policies }: Pick<Study, "policies">, comparison: PolicyPair): number =>
  [comparison.policy, comparison.baseline].reduce(
    (all, name) => all * (policies[name]?.chosenFrom ?? 1),
    1,
  );
