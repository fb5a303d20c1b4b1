import { InternalError } from "../../errors.js";
import type { Component } from "../../estimators/estimator.js";
import { inScope, type ScopeKey } from "../../inference/scope.js";
import type { BoundLog } from "../../log/bind.js";
import { canonical, isColumnOf } from "../../log/canonical.js";
import { atFeed } from "../../log/feeds.js";
import { columnsOf } from "../../sql/columns.js";
import { compile } from "../../sql/compile.js";
import type { Expression } from "../../sql/expression.js";
import { simplify } from "../../sql/passes/simplify.js";
import { fingerprintOf } from "../../tally/columns.js";
import { factorByRanks } from "../../tally/factor-by-ranks.js";
import { pairsWith, rankKey, targetKey } from "../../tally/pairs-table.js";
import type { Tally, TallyColumn, TallyTable } from "../../tally/tally.js";

/**
 * A component that is a factor (a reward, or 1) times a function of the displayed and one target rank, and
 * the tally's table of the factor's sums by pairs of these ranks. Its sum is Σ over pairs of the factor's
 * sum times the function's value at the pair.
 */
export interface ComponentInPairs {
  readonly table: TallyTable;
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

/**
 * The values of a component in a scope, one for each pair of ranks: of a sum, the value of a row times how
 * many rows there are; of a largest value, the value of a row.
 */
export function valuesInPairs(
  { tables }: Tally,
  log: BoundLog,
): (component: Component, key: ScopeKey) => readonly number[] {
  return (component, key) => {
    const inPairs = componentInPairs(tables, log, component);
    if (inPairs === undefined) {
      const place = `${key.feed === null ? "all feeds" : `feed "${key.feed}"`}, ${key.day === null ? "all days" : `day "${key.day}"`}`;
      const message = `The tally holds no sum of this component, in buckets or in pairs, for ${place}. It is over "${component.over}" and reads ${[...columnsOf(component.value)].join(", ") || "no column"}. The estimator or diagnostic that asked for it must list it in its components.`;
      throw new InternalError(message, { over: component.over, ...key });
    }
    const { table, factor, target: targetColumn, value: byFeed } = inPairs;
    const isLargest = component.over === "rows" && component.combine === "max";
    const unitOf = table.strata.map((stratum) =>
      inScope(key, stratum)
        ? valueByRanks(atFeed(log, byFeed, stratum.feed), targetColumn)
        : undefined,
    );
    const [ranks, targets] = [table.keys[rankKey], table.keys[targetKey]];
    const values: number[] = [];
    for (let row = 0; row < table.rows; row++) {
      const value = unitOf[table.stratum[row] ?? 0];
      const count = factor.hi[row] ?? 0;
      if (value === undefined || count === 0) continue;
      const unit = value(ranks?.[row] ?? 0, targets?.[row] ?? 0);
      values.push(isLargest ? unit : unit * count);
    }
    return values;
  };
}
