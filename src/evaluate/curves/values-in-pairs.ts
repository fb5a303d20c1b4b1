import { InternalError } from "../../errors.js";
import type { Component } from "../../estimators/estimator.js";
import { inScope, type ScopeKey } from "../../inference/index.js";
import { atFeed, type BoundLog } from "../../log/index.js";
import { columnsOf } from "../../sql/index.js";
import { rankKey, type Tally, targetKey } from "../../tally/index.js";
import { componentInPairs, valueByRanks } from "./component-in-pairs.js";

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
      const own = value(ranks?.[row] ?? 0, targets?.[row] ?? 0);
      values.push(isLargest ? own : own * count);
    }
    return values;
  };
}
