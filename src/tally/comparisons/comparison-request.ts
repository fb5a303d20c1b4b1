import type { DeclaredViews } from "../../estimators/estimator.js";
import { canonical } from "../../log/canonical.js";
import {
  apply,
  bigint,
  caseWhen,
  column,
  double,
  type Expression,
  isNull,
  or,
  times,
} from "../../sql/expression.js";
import { bounds } from "../../sql/passes/bounds.js";
import type { Relation } from "../../sql/relation.js";
import { type Column, scaleOfValue } from "../columns.js";
import type { TallyRequest } from "../request.js";
import { capacityFor, finest, roundingOf, type Scale } from "../scale.js";
import type { RewardSum } from "./comparison-shapes.js";
import { binnedRank } from "./rank-bins.js";

/** Consecutive days of a log: its first day as a number, 20261103, and its last one. */
export interface Period {
  readonly first: number;
  readonly last: string;
}

/**
 * Of which users the groups are told apart in tables over all rows: 2^-halvings of a feed's users, by the
 * engine's own hash. Rows of the others are added up together: values are of all rows, only their standard
 * errors are of the sample.
 */
export interface GroupSample {
  readonly halvings: number;
  /** Of feeds with fewer rows, their own. */
  readonly byFeed: ReadonlyMap<string, number>;
}

export interface ComparisonRequest {
  readonly base: TallyRequest;
  /** Rows of whole trajectories: all of them, or a sample. */
  readonly byTrajectory: Relation;
  /** Every trajectory in one row as the pass by trajectory holds it, with the aggregates of `trajectoryAggregates`. */
  readonly trajectoryRows?: Relation;
  /** How often the trajectories of `byTrajectory` were halved; 0 without it. */
  readonly trajectoryHalvings?: number;
  /** Whose groups are told apart in tables over all rows; everybody's without it. */
  readonly groups?: GroupSample;
  readonly periods?: readonly Period[];
  /** Offered rows, viewed or not, of a log with logged exposures that says which were viewed. */
  readonly offered?: { readonly rows: Relation; readonly count: number };
  /** The same rows, or the viewed ones where there are no others, with the key of each row's item; where the log names items. */
  readonly items?: Relation;
  /** Columns of target ranks of policies other than the logging policy. */
  readonly targets: readonly string[];
  /** By such a column: 1 where its policy shows the slot of the row, 0 where not; those that say so. */
  readonly shown?: ReadonlyMap<string, Expression>;
  /** Pairs of policies whose weights do not follow from one column of target ranks. */
  readonly weighed: readonly WeighedPair[];
  /** Policies by the weights of a row, where the log names users. */
  readonly usersOf?: readonly Pick<WeighedPair, "candidate" | "weight">[];
}

/** A candidate and its baseline by the weights of a row, ε/ε0. */
export interface WeighedPair {
  readonly candidate: string;
  readonly baseline: string;
  /** Whether policies with both are taken by their exposures or by their ranks. */
  readonly by: "exposure" | "rank";
  readonly weight: Expression;
  readonly baseWeight: Expression;
  /** The views that the study declares of each, as sums over rows. */
  readonly views?: DeclaredViews | undefined;
  readonly baseViews?: DeclaredViews | undefined;
}

/** Groups of whole users that the tables are split by: a standard error leaves out one at a time. */
export const groupsOfComparisons = 32;

/** The displayed rank of a row: its bin, which is the rank itself up to 512. */
export const displayedAt = ({ leaves }: Pick<TallyRequest, "leaves">): Expression =>
  binnedRank(canonical.rank, deepestDisplayed({ leaves }));

export const deepestDisplayed = ({ leaves }: Pick<TallyRequest, "leaves">): number =>
  leaves.column(canonical.rank.name)[1];

/** The bin of a policy's rank of a row: 0 where it does not show the item, or places it beyond the list. */
export function placedAt({ log, leaves, fullColumn }: TallyRequest, target: string): Expression {
  const rank = column(target);
  const unranked = fullColumn?.(target) === true ? [] : [isNull(rank)];
  const beyond = log.spec.listLength === undefined ? [] : [apply(">", rank, canonical.listLength)];
  const nowhere = [...unranked, ...beyond];
  const placed = binnedRank(rank, leaves.column(target)[1]);
  return nowhere.length === 0
    ? placed
    : caseWhen([{ when: or(nowhere), then: bigint(0n) }], placed);
}

const zero = double(0);
const positive = (value: Expression): Expression =>
  caseWhen([{ when: apply(">", value, zero), then: value }], zero);
const square = (value: Expression): Expression => times(value, value);

const made: Readonly<Record<RewardSum, (reward: Expression) => Expression>> = {
  sum: (reward) => reward,
  squares: square,
  positiveSum: positive,
  positiveSquares: (reward) => square(positive(reward)),
  fourth: (reward) => square(square(reward)),
};

/** Errors are known to three digits, and what they are made of need not be finer. */
const lastStep: Readonly<Record<RewardSum, number>> = {
  sum: finest.side,
  squares: finest.squares,
  positiveSum: finest.side,
  positiveSquares: finest.squares,
  fourth: finest.fourth,
};

type SumsRequest = Pick<TallyRequest, "leaves" | "sums" | "wholeColumn" | "impressions">;

/**
 * The columns of a reward's sums, by name, each in as many bins as the reward's range needs. The positive
 * part of a reward that is never negative is itself, and so are all powers of one that is 0 or 1.
 */
export function columnsOfReward<Name extends RewardSum>(
  request: SumsRequest,
  reward: number,
  names: readonly Name[],
): ReadonlyMap<Name, Column> {
  const isSigned = mayBeNegative(request, reward);
  const isBinary = !isSigned && isOneSize(request, reward);
  const columns = new Map<RewardSum, Column>();
  for (const name of names) {
    const same = isBinary ? "sum" : isSigned ? undefined : sameWithoutSign[name];
    columns.set(name, (same && columns.get(same)) ?? columnOf(request, reward, name));
  }
  return columns as ReadonlyMap<RewardSum, Column> as ReadonlyMap<Name, Column>;
}

/** Whether all rewards but 0 are 1 or −1. */
export function isOneSize(
  { leaves, wholeColumn }: Pick<TallyRequest, "leaves" | "wholeColumn">,
  reward: number,
): boolean {
  const { name } = canonical.reward(reward);
  const [low, high] = leaves.column(name);
  return wholeColumn(name) && low >= -1 && high <= 1;
}

export const mayBeNegative = ({ leaves }: Pick<TallyRequest, "leaves">, reward: number): boolean =>
  !(leaves.column(canonical.reward(reward).name)[0] >= 0);

const sameWithoutSign: Readonly<Partial<Record<RewardSum, RewardSum>>> = {
  positiveSum: "sum",
  positiveSquares: "squares",
};

function columnOf(request: SumsRequest, reward: number, name: RewardSum): Column {
  const value = made[name](canonical.reward(reward));
  const alias = `l_${reward}_${name}`;
  const scale = scaleIn(request, value, lastStep[name]);
  const component = { over: "rewarded" as const, value };
  const exact = scale.kind !== "plain";
  return { alias, fingerprint: alias, component, scale, exact, rounding: roundingOf(scale) };
}

function scaleIn(request: SumsRequest, value: Expression, last: number): Scale {
  if (request.sums === "fast") return { kind: "plain" };
  const [low, high] = bounds(value, request.leaves);
  const bound = Math.max(Math.abs(low), Math.abs(high));
  return scaleOfValue(request, value, bound, capacityFor(request.impressions), last);
}
