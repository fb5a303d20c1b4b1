import { type FactValue, InternalError } from "../errors.js";
import type { Danger, Figure, Finding } from "./danger.js";
import type { GroupedSums, Sums } from "./grouped-sums.js";
import type { Line, LineClusters } from "./line.js";
import { asLoggedTables } from "./placed-tables.js";
import type {
  CellSums,
  LogTables,
  PolicyTables,
  RewardColumn,
  RewardSizes,
  RewardsByDay,
  RewardTables,
} from "./tables.js";

/** What holds for every danger on every line; throws an InternalError that names its code where it does not. */
export interface DangerLaw {
  readonly name: string;
  readonly check: (danger: Danger, line: Line) => void;
}

export const dangerLaws: readonly DangerLaw[] = [
  { name: "the logged policy is never blamed", check: sparesLogged },
  { name: "an alternative that shifts nothing blocks nothing", check: needsShift },
  { name: "the effect does not depend on which direction is better", check: isBlindToBetter },
  { name: "a reward in another unit changes no effect and scales the alternative", check: scales },
  { name: "the order of the groups of users is immaterial", check: isBlindToOrder },
  { name: "it binds wherever it refuses", check: bindsWhereItRefuses },
  { name: "facts and figures are kept by JSON, and alternatives are numbers", check: hasNumbers },
  { name: "it speaks in a sentence, under its own code", check: speaks },
];

const refuses = ({ effect }: Finding): boolean =>
  effect === "cannotTell" || effect === "doNotTrust";

/** A refusal of the logged policy may only be of the log itself: without an alternative, whatever the ranks. */
function sparesLogged(danger: Danger, line: Line): void {
  const found = danger.examine(asLogged(line));
  const own = danger.examine(line);
  const { alternative } = found;
  const ofLog =
    alternative === undefined && JSON.stringify(found.facts) === JSON.stringify(own.facts);
  insist(!refuses(found) || ofLog, danger, "refuses the logged policy", found);
  const scale = 1e-9 * (Math.abs(line.difference) + line.se);
  const is0 = alternative === undefined || Math.abs(alternative.difference) <= scale;
  insist(is0, danger, "finds that the logged policy differs from itself", found);
}

function needsShift(danger: Danger, line: Line): void {
  for (const each of [line, asLogged(line)]) {
    const found = danger.examine(each);
    const { alternative } = found;
    if (alternative === undefined) continue;
    const isSame = near(alternative.difference, each.difference);
    const isAsPrecise = alternative.se <= each.se * (1 + 1e-9);
    const blocks = isSame && isAsPrecise && refuses(found);
    insist(!blocks, danger, "refuses a line whose difference it does not shift", found);
  }
}

function isBlindToBetter(danger: Danger, line: Line): void {
  const better = line.better === "higher" ? "lower" : "higher";
  const [one, other] = [danger.examine(line), danger.examine({ ...line, better })];
  insist(one.effect === other.effect, danger, `differs where ${better} is better`, other);
}

function scales(danger: Danger, line: Line): void {
  const [one, other] = [danger.examine(line), danger.examine(scaled(line, 2))];
  insist(one.effect === other.effect, danger, "has another effect on twice the reward", other);
  const [a, b] = [one.alternative, other.alternative];
  const doubles =
    (a === undefined && b === undefined) ||
    (near(b?.difference, 2 * (a?.difference ?? 0)) && near(b?.se, 2 * (a?.se ?? 0)));
  insist(doubles, danger, "does not double its alternative with the reward", other);
  const measures = figuresOf(one).every((figure, at) => {
    const twice = figuresOf(other)[at];
    const times = figure.unit === "reward" ? 2 : 1;
    return near(twice?.value ?? 0, times * (figure.value ?? 0)) && twice?.unit === figure.unit;
  });
  insist(measures, danger, "has a figure of another unit than it says", other);
}

function isBlindToOrder(danger: Danger, line: Line): void {
  const [one, other] = [danger.examine(line), danger.examine(reordered(line))];
  insist(one.effect === other.effect, danger, "depends on the order of the groups", other);
  const [a, b] = [one, other].map((found) => [
    ...numbersIn({ ...found.facts, ...found.alternative }),
    ...figuresOf(found).map(({ value }) => value ?? 0),
  ]);
  const isSame = a?.every((value, at) => near(b?.[at], value)) ?? false;
  insist(isSame, danger, "has numbers that depend on the order of the groups", other);
}

function bindsWhereItRefuses(danger: Danger, line: Line): void {
  const found = danger.examine(line);
  insist(found.binds || !refuses(found), danger, "refuses without a sign in the log", found);
}

function hasNumbers(danger: Danger, line: Line): void {
  const found = danger.examine(line);
  const { facts, alternative } = found;
  insist(isPlain(facts), danger, "has a fact that JSON does not keep", found);
  const isKeptWhole = figuresOf(found).every((each) => isPlain({ ...each }));
  insist(isKeptWhole, danger, "has a figure that JSON does not keep", found);
  const { difference = 0, se = 0 } = alternative ?? {};
  const isNumber = Number.isFinite(difference) && Number.isFinite(se) && se >= 0;
  insist(isNumber, danger, "has an alternative that is not a number", found);
}

function speaks(danger: Danger, line: Line): void {
  const found = danger.examine(line);
  insist(found.code === danger.code, danger, `speaks as ${found.code}`, found);
  const isSentence = /\S.*[.)]$/s.test(found.message);
  const texts = [found.message, ...figuresOf(found).map(({ words }) => words)];
  const isWhole = texts.every((text) => text !== "" && !/NaN|Infinity|undefined|null/.test(text));
  insist(isSentence && isWhole, danger, "does not speak in a sentence", found);
}

const figuresOf = ({ tipping, measured }: Finding): readonly Figure[] =>
  tipping === null ? [measured] : [measured, tipping];

/** The line of a policy that shows every item where the log showed it. */
function asLogged({ base: _, pair: __, ...line }: Line): Line {
  return {
    ...clustersWith(line, (clusters) => ({ ...clusters, sums: clusters.sums.map(() => 0) })),
    difference: 0,
    policy: asLoggedTables(line.policy),
  };
}

function clustersWith(line: Line, change: (clusters: LineClusters) => LineClusters): Line {
  return line.clusters === undefined ? line : { ...line, clusters: change(line.clusters) };
}

/** The line with the reward in a unit that makes it `times` as large; what is counted stays. */
function scaled(line: Line, times: number): Line {
  const { unlogged, base, pair } = line;
  const rewards = eachOf(
    line.log.rewards,
    (table): RewardTables => ({
      byDepth: columnsTimes(table.byDepth, { sum: times, positiveSum: times }),
      least: table.least * times,
      most: table.most * times,
      fourth: table.fourth * times ** 4,
    }),
  );
  return {
    ...clustersWith(line, (clusters) => ({
      ...clusters,
      sums: clusters.sums.map((each) => each * times),
    })),
    difference: line.difference * times,
    se: line.se * times,
    log: { ...line.log, rewards },
    policy: sumsTimes(line.policy, times),
    ...(pair === undefined ? {} : { pair: sumsTimes(pair, times) }),
    ...(base === undefined ? {} : { base: sumsTimes(base, times) }),
    ...(unlogged === undefined
      ? {}
      : { unlogged: { min: unlogged.min * times, max: unlogged.max * times } }),
  };
}

function sumsTimes<Sums extends CellSums>(sums: Sums, times: number): Sums {
  const by: Partial<Record<RewardColumn, number>> = {
    sum: times,
    positiveSum: times,
    squares: times ** 2,
    positiveSquares: times ** 2,
  };
  const scale = (values: Float64Array, factor: number): Float64Array =>
    values.map((value) => value * factor);
  return {
    ...sums,
    rewards: eachOf(sums.rewards, (table) => columnsTimes(table, by)),
    ...sizesWith(sums, (sizes) => ({
      ...sizes,
      sum: scale(sizes.sum, times),
      squares: scale(sizes.squares, times ** 2),
      least: scale(sizes.least, times),
      most: scale(sizes.most, times),
    })),
    ...daysWith(sums, (days) => ({
      ...days,
      sum: scale(days.sum, times),
      squares: scale(days.squares, times ** 2),
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

/** The line with its groups of users in the opposite order. */
function reordered(line: Line): Line {
  const { log, policy, base, pair } = line;
  return {
    ...clustersWith(line, (clusters) => ({
      ...clusters,
      sizes: clusters.sizes.toReversed(),
      sums: clusters.sums.toReversed(),
    })),
    log: logReversed(log),
    policy: policyReversed(policy),
    ...(pair === undefined ? {} : { pair: sumsReversed(pair) }),
    ...(base === undefined ? {} : { base: policyReversed(base) }),
  };
}

const logReversed = (log: LogTables): LogTables => ({
  ...log,
  trajectories: log.trajectories.toReversed(),
  views: reversed(log.views),
  depths: reversed(log.depths),
  ...(log.lists === undefined ? {} : { lists: reversed(log.lists) }),
  ...(log.days && { days: { ...log.days, depths: reversed(log.days.depths) } }),
  rewards: eachOf(log.rewards, (table) => ({ ...table, byDepth: reversed(table.byDepth) })),
});

const policyReversed = (policy: PolicyTables): PolicyTables => ({
  ...sumsReversed(policy),
  moved: reversed(policy.moved),
});

const sumsReversed = <Own extends CellSums>(sums: Own): Own => ({
  ...sums,
  rows: reversed(sums.rows),
  rewards: eachOf(sums.rewards, reversed),
});

const reversed = <Name extends string>(table: GroupedSums<Name>): GroupedSums<Name> => ({
  ...table,
  groups: table.groups.toReversed(),
});

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

const near = (value: number | undefined, wanted: number): boolean =>
  value !== undefined && Math.abs(value - wanted) <= 1e-7 * Math.max(1e-3, Math.abs(wanted));

function numbersIn(facts: Readonly<Record<string, FactValue>>): readonly number[] {
  return Object.values(facts).flatMap((value) => (typeof value === "number" ? [value] : []));
}

const isPlain = (facts: Finding["facts"]): boolean =>
  JSON.stringify(JSON.parse(JSON.stringify(facts))) === JSON.stringify(facts) &&
  Object.values(facts).every(isKept);

function isKept(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isKept);
  return value === null || ["string", "boolean"].includes(typeof value) || Number.isFinite(value);
}

function insist(holds: boolean, danger: Danger, what: string, found: Finding): void {
  if (holds) return;
  throw new InternalError(`${danger.code} ${what}: ${JSON.stringify(found)}`);
}
