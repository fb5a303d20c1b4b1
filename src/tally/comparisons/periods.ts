import { canonical } from "../../log/canonical.js";
import { apply, bigint, caseWhen, column, type Expression, text } from "../../sql/expression.js";
import { type Named, select } from "../../sql/relation.js";
import { heldRows } from "../held-rows.js";
import type { SumOf } from "../shape.js";
import type { Period } from "./comparison-request.js";
import {
  type ComparisonRequest,
  columnsOfReward,
  displayedAt,
  placedAt,
} from "./comparison-request.js";
import {
  type ComparisonDays,
  daysOfComparison,
  periodKey,
  rankKey,
  targetKey,
} from "./comparison-shapes.js";
import {
  type ComparisonColumn,
  type ComparisonStatement,
  cellsOfEverybody,
  isRewarded,
  oneGroup,
  rewardColumns,
  sumsOf,
} from "./comparison-statement.js";

/** Tables by day have so many parts at most: days where there are fewer. */
const mostPeriods = 16;

export function periodsOf(days: readonly string[]): readonly Period[] {
  const sorted = [...new Set(days)].sort();
  const size = Math.ceil(sorted.length / mostPeriods);
  const starts = sorted.filter((_, at) => at % size === 0);
  return starts.map((first, at) => ({
    first: Number(first.replaceAll("-", "")),
    last: sorted[Math.min((at + 1) * size, sorted.length) - 1] ?? first,
  }));
}

/** The part of the log in which a day lies; 0 without days. */
export function periodOf({ periods = [] }: ComparisonRequest, day: Expression): Expression {
  const number = ({ first }: Period): Expression => bigint(BigInt(first));
  const last = periods.at(-1);
  const before = periods.slice(0, -1);
  if (last === undefined) return bigint(0n);
  if (before.length === 0) return number(last);
  return caseWhen(
    before.map((period) => ({
      when: apply("<=", day, text(period.last)),
      then: number(period),
    })),
    number(last),
  );
}

/** Rewards by displayed and target rank and by part of the days, over all users. */
export function rewardsByDay(
  request: ComparisonRequest,
  target: string,
): ComparisonStatement<ComparisonDays> {
  const { base } = request;
  const rewards = base.log.rewards.map((_, reward) =>
    columnsOfReward(base, reward, ["sum", "squares"]),
  );
  const relation = select(
    heldRows(base),
    [
      ["h_feed", canonical.feed],
      [rankKey, displayedAt(base)],
      [targetKey, placedAt(base, target)],
      [periodKey, periodOf(request, canonical.day)],
      ...rewardColumns(request),
      oneGroup,
    ],
    { where: isRewarded(request) },
  );
  const keys = [rankKey, targetKey, periodKey] as const;
  const sums = rewards.flatMap(sumsOf);
  return {
    into: daysOfComparison(target),
    over: "rowsOfEverybody",
    cells: cellsOfEverybody(request, "rewards by day", relation, keys, sums),
    keys,
    columns: new Map(
      rewards.flatMap((columns, reward) =>
        [...columns].map(([name, sum]): [SumOf<ComparisonDays>, ComparisonColumn] => [
          `${reward} ${name}`,
          sum,
        ]),
      ),
    ),
  };
}

/** The part of the days in which a trajectory begins, as a key; nothing where the log names no days. */
export const periodOfTrajectory = (
  request: ComparisonRequest,
): readonly Named<typeof periodKey>[] =>
  request.periods === undefined ? [] : [[periodKey, periodOf(request, column("k_day"))]];
