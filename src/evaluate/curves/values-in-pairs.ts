import { InternalError } from "../../errors.js";
import type { Component } from "../../estimators/estimator.js";
import type { ScopeKey } from "../../inference/index.js";
import type { BoundLog } from "../../log/index.js";
import { atFeed, canonical } from "../../log/index.js";
import { compile } from "../../sql/index.js";
import {
  factorByRanks,
  fingerprint,
  pairsWith,
  rankKey,
  simplify,
  type Tally,
  targetKey,
} from "../../tally/index.js";

/**
 * What rows of each pair of ranks have of a component that counts rows: their value, times how many there
 * are for a sum; for a largest value, the value alone. One number a row of the table of pairs.
 */
export function valuesInPairs(
  { tables }: Tally,
  log: BoundLog,
): (component: Component, key: ScopeKey) => readonly number[] {
  return (component, { feed, day }) => {
    const factors = factorByRanks(component);
    const mark = factors === undefined ? "" : fingerprint(log, factors.factor);
    const table = factors === undefined ? undefined : pairsWith(tables, factors.target, mark);
    const counts = table?.columns[mark];
    if (factors === undefined || table === undefined || counts === undefined) {
      throw new InternalError("The tally holds no sum of a component, in buckets or in pairs.");
    }
    const isLargest = component.over === "rows" && component.combine === "max";
    const names = [canonical.rank.name, factors.target ?? "h_none"];
    const unitOf = table.strata.map((stratum) =>
      (feed === "*" || stratum.feed === feed) && (day === null || stratum.day === day)
        ? compile(atFeed(log, simplify(component.value), stratum.feed), names)
        : undefined,
    );
    const [ranks, targets] = [table.keys[rankKey], table.keys[targetKey]];
    const values: number[] = [];
    for (let row = 0; row < table.rows; row++) {
      const value = unitOf[table.stratum[row] ?? 0];
      const count = counts.hi[row] ?? 0;
      if (value === undefined || count === 0) continue;
      const target = targets?.[row] ?? 0;
      const own = value([ranks?.[row] ?? 0, target === 0 ? null : target]) ?? 0;
      values.push(isLargest ? own : own * count);
    }
    return values;
  };
}
