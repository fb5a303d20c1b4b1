import { type SilentRanks, silentAmong } from "../../checks/silent-ranks.js";
import type { BoundLog } from "../../log/bind.js";
import { canonical, trajectoryKeys } from "../../log/canonical.js";
import { impressions } from "../../log/impressions.js";
import type { Connection } from "../../sql/engine.js";
import {
  apply,
  bigint,
  cast,
  column,
  count,
  double,
  equal,
  greater,
  indicator,
  not,
  or,
  sum,
} from "../../sql/expression.js";
import { plan } from "../../sql/plan.js";
import { group, type Named, type Relation, select } from "../../sql/relation.js";
import { ofOneRow } from "../../sql/run/chunks.js";
import { collectWide } from "../../sql/run/collect-wide.js";
import type { Table } from "../../sql/run/table.js";

export interface RewardSigns {
  readonly reward: string;
  /** Displayed ranks where it never or hardly ever happens, though the ranks next to them predict it. */
  readonly silent: SilentRanks;
  readonly repeats: Repeats | undefined;
}

/** Trajectories with two rewarded rows or more. */
export interface Repeats {
  readonly count: number;
  /** Pairs of rewarded rows in a trajectory where each row has the chance of its rank, whatever the others have. */
  readonly expected: number;
}

const deepest = 512;
/** Rows up to which rewarded rows are put together by trajectory. */
const mostGrouped = 5_000_000;

/** The signs of each reward of a log that names ranks; none without them. */
export async function rewardSigns(
  connection: Connection,
  log: BoundLog,
  rows: number,
): Promise<readonly RewardSigns[]> {
  if (log.spec.rank === undefined || log.rewards.length === 0) return [];
  const [byRank, byTrajectory] = await collectWide(
    connection.engine,
    [rewardsByRank(log), ...(rows > mostGrouped ? [] : [repeatedRewards(log)])] as const,
    connection.options,
  );
  return log.rewards.map(({ name: reward }, at) => {
    const views = spread(byRank, "views");
    const rewarded = spread(byRank, `rewarded_${at}`);
    const silent = silentAmong(views, rewarded, 0.001 / log.rewards.length);
    const count = byTrajectory?.numberOrZero(`repeated_${at}`);
    const isKeyed = log.spec.trajectory !== undefined && count !== undefined;
    const repeats = isKeyed ? { count, expected: pairsOf(views, rewarded) } : undefined;
    return { reward, silent, repeats };
  });
}

/** Σ_{r<s} n_s q_r q_s: those who view rank s have viewed the ranks above it. */
function pairsOf(views: Float64Array, rewarded: Float64Array): number {
  let [pairs, above] = [0, 0];
  for (let at = 0; at < views.length; at++) {
    pairs += (rewarded[at] ?? 0) * above;
    above += (rewarded[at] ?? 0) / Math.max(1, views[at] ?? 0);
  }
  return pairs;
}

function spread(table: Table, name: string): Float64Array {
  const ranks = table.numbers("rank");
  const values = new Float64Array(Math.max(0, ...ranks));
  for (const [row, value] of table.numbersOrZero(name).entries())
    values[(ranks[row] ?? 1) - 1] = value;
  return values;
}

const hasReward = (at: number) => not(equal(canonical.reward(at), double(0)));
const marks = (log: BoundLog): Named[] =>
  log.rewards.map((_, at): Named => [`has_${at}`, indicator(hasReward(at))]);
const totals = (log: BoundLog, of: (name: string) => Named[1], name: string): Named[] =>
  log.rewards.map((_, at): Named => [`${name}_${at}`, sum(of(`has_${at}`))]);

function rewardsByRank(log: BoundLog) {
  const near = apply("<=", canonical.rank, bigint(BigInt(deepest)));
  const marked = select(impressions(log), [["rank_of", canonical.rank], ...marks(log)], {
    where: near,
  });
  const summed = group(marked, ["rank_of"], [["rows_of", count()], ...totals(log, column, "sum")]);
  return plan(
    "rewards by displayed rank",
    select(summed, [
      ["rank", cast(column("rank_of"), "double")],
      ["views", cast(column("rows_of"), "double")],
      ...log.rewards.map((_, at): Named => [`rewarded_${at}`, cast(column(`sum_${at}`), "double")]),
    ]),
  );
}

function repeatedRewards(log: BoundLog) {
  const keys = trajectoryKeys.map((name): Named => [name, column(name)]);
  const rewarded = or(log.rewards.map((_, at) => hasReward(at)));
  const marked: Relation = select(impressions(log), [...keys, ...marks(log)], { where: rewarded });
  const relation = group(marked, trajectoryKeys, totals(log, column, "own"));
  const twice = log.rewards.map(
    (_, at): Named => [`has_${at}`, indicator(greater(column(`own_${at}`), bigint(1n)))],
  );
  const all = group(select(relation, twice), [], totals(log, column, "sum"));
  const cells = log.rewards.map(
    (_, at): Named => [`repeated_${at}`, cast(column(`sum_${at}`), "double")],
  );
  return ofOneRow(plan("trajectories with two rewarded rows", select(all, cells)));
}
