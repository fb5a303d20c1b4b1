import type { LogSlope } from "../exposure/log-slope.js";
import { type Expression, plus, times } from "../sql/expression.js";
import { partials } from "../sql/passes/partials.js";
import { structuralKey } from "../sql/passes/structural-key.js";

/** The slope of a look-up in log p, where it reads an estimated curve. */
export type SlopeOf = (node: Expression) => LogSlope | undefined;

/** How the sum of a component moves with log p at a rank that each row names. */
export interface RowSlope {
  readonly rank: Expression;
  readonly slope: Expression;
}

/** Slopes of one row's value, those that name their rank alike added together. */
export function rowSlopes(value: Expression, slopeOf: SlopeOf): readonly RowSlope[] {
  const entries = partials(value, (node) => slopeOf(node) !== undefined);
  return mergedByRank(
    entries.flatMap(({ node, slope }) => {
      const entry = slopeOf(node);
      return entry === undefined ? [] : [{ rank: entry.rank, slope: times(slope, entry.slope) }];
    }),
  );
}

export function mergedByRank(slopes: readonly RowSlope[]): readonly RowSlope[] {
  const byRank = new Map<string, RowSlope>();
  for (const { rank, slope } of slopes) {
    const key = structuralKey(rank);
    const rowSlope = byRank.get(key);
    byRank.set(key, { rank, slope: rowSlope === undefined ? slope : plus(rowSlope.slope, slope) });
  }
  return [...byRank.values()];
}
