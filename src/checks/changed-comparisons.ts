import type { Unlogged } from "../log/log-spec.js";
import { square } from "../numeric/elementary/square.js";
import type { Comparison, ComparisonClusters } from "./comparison.js";
import type { GroupedSums, Sums } from "./grouped-sums.js";
import { atNothing, withMissing } from "./missing-of-comparison.js";
import { asLoggedTables } from "./placed-tables.js";
import type {
  CellSums,
  ItemSums,
  PolicyTables,
  RewardColumn,
  RewardSizes,
  RewardsByDay,
  RewardTables,
} from "./tables.js";

/** The comparison of a policy that shows every item where the log showed it. */
export function asLogged({
  base: _,
  pair: __,
  missing: ___,
  later: ____,
  ...comparison
}: Comparison): Comparison {
  return {
    ...clustersWith(comparison, (clusters) => ({ ...clusters, sums: clusters.sums.map(() => 0) })),
    difference: 0,
    policy: asLoggedTables(comparison.policy),
    ...readersWith(comparison, asLogged),
  };
}

/** The readers of a comparison with the tables of all others changed as the comparison's own are. */
function readersWith(
  { readers, ...comparison }: Comparison,
  change: (comparison: Comparison) => Comparison,
): Pick<Comparison, "readers"> {
  if (readers?.others === undefined) return {};
  return { readers: { ...readers, others: change({ ...comparison, ...readers.others }) } };
}

function clustersWith(
  comparison: Comparison,
  change: (clusters: ComparisonClusters) => ComparisonClusters,
): Comparison {
  return comparison.clusters === undefined
    ? comparison
    : { ...comparison, clusters: change(comparison.clusters) };
}

/** The comparison with the reward in a unit that makes it `times` as large; what is counted stays. */
export const scaled = (comparison: Comparison, times: number): Comparison =>
  withMissing(scaledAtNothing(atNothing(comparison), times));

function scaledAtNothing(comparison: Comparison, times: number): Comparison {
  const { unlogged, base, pair, trust, later } = comparison;
  const eachTimes = (table: readonly number[]): readonly number[] =>
    table.map((each) => each * times);
  const rewards = eachOf(
    comparison.log.rewards,
    (table): RewardTables => ({
      ...table,
      byDepth: columnsTimes(table.byDepth, { sum: times, positiveSum: times }),
      least: table.least * times,
      most: table.most * times,
      fourth: table.fourth * square(square(times)),
      ...(table.neighbours && {
        neighbours: columnsTimes(table.neighbours, {
          after: times,
          before: times,
          expected: times,
        }),
      }),
    }),
  );
  return {
    ...clustersWith(comparison, (clusters) => ({
      ...clusters,
      sums: clusters.sums.map((sum) => sum * times),
      ...(clusters.baseSums && { baseSums: clusters.baseSums.map((baseSum) => baseSum * times) }),
    })),
    difference: comparison.difference * times,
    se: comparison.se * times,
    log: { ...comparison.log, rewards },
    policy: policyTimes(comparison.policy, times),
    ...(pair === undefined ? {} : { pair: sumsTimes(pair, times) }),
    ...(base === undefined ? {} : { base: policyTimes(base, times) }),
    ...(later && {
      later: columnsTimes(later, { reward: times, earnedAfter: times, earnedBefore: times }),
    }),
    ...(trust &&
      !("fallsBy" in trust) && {
        trust: { slope: eachTimes(trust.slope), base: eachTimes(trust.base) },
      }),
    ...(unlogged === undefined ? {} : { unlogged: unloggedTimes(unlogged, times) }),
    ...readersWith(comparison, (others) => scaledAtNothing(others, times)),
  };
}

function unloggedTimes(unlogged: Unlogged, times: number): Unlogged {
  if ("times" in unlogged) return unlogged;
  const { min, max } = unlogged;
  return {
    ...(min === undefined ? {} : { min: min * times }),
    ...(max === undefined ? {} : { max: max * times }),
  };
}

const itemsTimes = (items: ItemSums, times: number): ItemSums => ({
  ...items,
  predicted: eachOf(items.predicted, (table) =>
    columnsTimes(table, { positive: times, negative: times }),
  ),
});

const policyTimes = (policy: PolicyTables, times: number): PolicyTables => ({
  ...sumsTimes(policy, times),
  ...(policy.items && {
    items: {
      ...policy.items,
      listed: itemsTimes(policy.items.listed, times),
      viewed: itemsTimes(policy.items.viewed, times),
    },
  }),
  ...neighboursWith(policy, (sums) => columnsTimes(sums, { sum: times })),
  ...exposuresWith(
    policy,
    (weights) => weights,
    (sums) => columnsTimes(sums, { sum: times }),
  ),
});

function sumsTimes<Sums extends CellSums>(sums: Sums, times: number): Sums {
  const by: Partial<Record<RewardColumn, number>> = {
    sum: times,
    positiveSum: times,
    squares: square(times),
    positiveSquares: square(times),
  };
  const scale = (values: Float64Array, factor: number): Float64Array =>
    values.map((value) => value * factor);
  return {
    ...sums,
    rewards: eachOf(sums.rewards, (table) => columnsTimes(table, by)),
    ...sizesWith(sums, (sizes) => ({
      ...sizes,
      sum: scale(sizes.sum, times),
      squares: scale(sizes.squares, square(times)),
      least: scale(sizes.least, times),
      most: scale(sizes.most, times),
    })),
    ...daysWith(sums, (days) => ({
      ...days,
      sum: scale(days.sum, times),
      squares: scale(days.squares, square(times)),
    })),
  };
}

function sizesWith(
  { sizes }: CellSums,
  change: (sizes: RewardSizes) => RewardSizes,
): Pick<CellSums, "sizes"> {
  return sizes === undefined ? {} : { sizes: eachOf(sizes, change) };
}

function daysWith(
  { days }: CellSums,
  change: (days: RewardsByDay) => RewardsByDay,
): Pick<CellSums, "days"> {
  return days === undefined ? {} : { days: eachOf(days, change) };
}

function columnsTimes<Name extends string>(
  table: GroupedSums<Name>,
  by: Partial<Readonly<Record<Name, number>>>,
): GroupedSums<Name> {
  const timesOf = (sums: Sums<Name>): Sums<Name> =>
    mapOf(sums, (column: Float64Array, name) => column.map((value) => value * (by[name] ?? 1)));
  return { ...table, groups: table.groups.map(timesOf) };
}

/** The comparison with its groups of users in the opposite order. */
export const reordered = (comparison: Comparison): Comparison =>
  withMissing(reorderedAtNothing(atNothing(comparison)));

function reorderedAtNothing(comparison: Comparison): Comparison {
  const { log, policy, base, pair, later } = comparison;
  return {
    ...clustersWith(comparison, (clusters) => ({
      ...clusters,
      ...(clusters.keys && { keys: keysReversed(clusters.keys, clusters.sizes.length) }),
      sizes: clusters.sizes.toReversed(),
      sums: clusters.sums.toReversed(),
    })),
    log: { ...groupsReversed(log), trajectories: log.trajectories.toReversed() },
    ...groupsReversed({ policy, ...(pair && { pair }), ...(base && { base }) }),
    ...groupsReversed(later && { later }),
    ...readersWith(comparison, reorderedAtNothing),
  };
}

const keysReversed = (keys: NonNullable<ComparisonClusters["keys"]>, count: number) =>
  new Map([...keys].map(([at, key]) => [count - 1 - at, key]));

/** Every table of groups that a value holds, with its groups in the opposite order. */
function groupsReversed<Of>(value: Of): Of {
  if (!isRecord(value)) return value;
  return "groups" in value && Array.isArray(value.groups)
    ? { ...value, groups: value.groups.toReversed() }
    : (mapOf(value, groupsReversed) as Of);
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** The sums by logged exposure with every table changed; `ofReward` where those of rewards change otherwise. */
function exposuresWith(
  { byExposure }: PolicyTables,
  change: (table: GroupedSums<"sum">) => GroupedSums<"sum">,
  ofReward = change,
): Pick<PolicyTables, "byExposure"> {
  if (byExposure === undefined) return {};
  const { weight, rewards } = byExposure;
  return { byExposure: { weight: change(weight), rewards: eachOf(rewards, ofReward) } };
}

function neighboursWith(
  { neighbours }: PolicyTables,
  change: (table: GroupedSums<"sum">) => GroupedSums<"sum">,
): Pick<PolicyTables, "neighbours"> {
  if (neighbours === undefined) return {};
  return { neighbours: { ...neighbours, rewards: eachOf(neighbours.rewards, change) } };
}

function mapOf<Name extends string, From, To>(
  from: Readonly<Record<Name, From>>,
  to: (value: From, name: Name) => To,
): Readonly<Record<Name, To>> {
  const names = Object.keys(from) as Name[];
  return Object.fromEntries(names.map((name) => [name, to(from[name], name)])) as Record<Name, To>;
}

const eachOf = <From, To>(
  from: Readonly<Record<string, From>>,
  to: (value: From) => To,
): Readonly<Record<string, To>> => mapOf(from, (value) => to(value));
