import type { Component } from "../../estimators/estimator.js";
import { type BoundLog, canonical, isColumnOf } from "../../log/index.js";
import { columnsOf, compile, type Expression, simplify } from "../../sql/index.js";
import {
  factorByRanks,
  fingerprintOf,
  pairsWith,
  type TallyColumn,
  type TallyTable,
} from "../../tally/index.js";

/**
 * A component that is a factor (a reward, or 1) times a function of the displayed and one target rank, and
 * the tally's table of the factor's sums by pairs of these ranks. Its sum is Σ over pairs of the factor's
 * sum times the function's value at the pair.
 */
export interface ComponentInPairs {
  readonly table: TallyTable;
  /** The column's name, and its sums. */
  readonly mark: string;
  readonly factor: TallyColumn;
  /** The column of the target rank; null where the component reads none. */
  readonly target: string | null;
  readonly value: Expression;
}

/** Finds the factor's sums in a tally; undefined where the component is not such a product, or the tally has none. */
export function componentInPairs(
  tables: Readonly<Record<string, TallyTable>>,
  log: BoundLog,
  component: Component,
): ComponentInPairs | undefined {
  const factors = factorByRanks(component);
  if (factors === undefined) return undefined;
  const mark = fingerprintOf(log, factors.factor);
  const table = pairsWith(tables, factors.target, mark);
  const factor = table?.columns[mark];
  if (table === undefined || factor === undefined) return undefined;
  return { table, mark, factor, target: factors.target, value: simplify(component.value) };
}

/** A function of the displayed and the target rank (0: not shown) that such a component's factor is multiplied by. */
export function valueByRanks(
  value: Expression,
  target: string | null,
): (rank: number, targetRank: number) => number {
  // The reward is the factor, whose sum is multiplied in by the caller.
  const rewards = [...columnsOf(value)].filter((name) => isColumnOf(name, "reward"));
  const valueAt = compile(value, [canonical.rank.name, target ?? "h_none", ...rewards]);
  const ones = rewards.map(() => 1);
  return (rank, targetRank) => valueAt([rank, targetRank === 0 ? null : targetRank, ...ones]) ?? 0;
}
