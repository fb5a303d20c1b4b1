import { atFeed, canonical } from "../log/index.js";
import { addDoubleDouble, type DoubleDouble, multiplyDouble } from "../numeric/index.js";
import { type CallOptions, compile } from "../sql/index.js";
import { logChanged } from "../sql/run/log-changed.js";
import type { Column } from "./columns.js";
import { factorByRanks } from "./factor-by-ranks.js";
import { type Layout, stratumKey } from "./read-cells.js";
import type { TallyRequest } from "./request.js";
import { binsOf } from "./scale.js";
import { rounded, type TallyColumn } from "./tally.js";
import type { ViewsByRanks } from "./views-by-ranks.js";

/** The column of target ranks by which a column's total is counted; undefined where rows must be added up. */
export function countedBy(request: TallyRequest, { component }: Column): string | null | undefined {
  const { rankCounts } = request;
  if (rankCounts === undefined || component.over !== "rows" || component.totalOnly !== true) {
    return undefined;
  }
  const factors = factorByRanks(component);
  return factors !== undefined && rankCounts.has(factors.target) ? factors.target : undefined;
}

/**
 * Columns of which nothing but totals is asked, such as the squares and the largest of weights: they follow
 * from how many rows stand at each pair of ranks, for a part of what it costs to add them up. The total of a
 * stratum stands in its first cell.
 */
export async function totalsByRanks(
  request: TallyRequest,
  layout: Layout,
  columns: readonly Column[],
  options: CallOptions | undefined,
): Promise<Record<string, TallyColumn>> {
  const totals: Record<string, TallyColumn> = {};
  for (const column of columns) {
    const target = countedBy(request, column);
    if (target === undefined || request.rankCounts === undefined) continue;
    const views = await request.rankCounts.take(target, request.daysSpan, options);
    totals[column.fingerprint] = totalOf(request, layout, column, target, views);
  }
  return totals;
}

const asIs = (hi: number): DoubleDouble => ({ hi, lo: 0 });

function totalOf(
  { log }: TallyRequest,
  layout: Layout,
  { component, scale, rounding }: Column,
  target: string | null,
  { table, rank, target: targets, count }: ViewsByRanks,
): TallyColumn {
  const isLargest = component.over === "rows" && component.combine === "max";
  const names = [canonical.rank.name, target ?? "h_none"];
  const bins = isLargest ? [component.value] : binsOf(component.value, scale);
  const byStratum = table.strata.map(({ feed }) =>
    bins.map((bin) => compile(atFeed(log, bin, feed), names)),
  );
  const sums = table.strata.map((): DoubleDouble => asIs(0));
  for (let row = 0; row < table.rows; row++) {
    const stratum = table.stratum[row] ?? 0;
    const place = [rank[row] ?? 0, targets[row] || null];
    for (const valueAt of byStratum[stratum] ?? []) {
      const value = valueAt(place);
      const sum = sums[stratum];
      if (value === null || sum === undefined) continue;
      sums[stratum] = isLargest
        ? asIs(Math.max(sum.hi, value))
        : addDoubleDouble(sum, multiplyDouble(asIs(value), count[row] ?? 0));
    }
  }
  const hi = new Float64Array(layout.stratum.length);
  const lo = new Float64Array(layout.stratum.length);
  const cells = layout.strata.map((_, stratum) => layout.stratum.indexOf(stratum));
  const known = new Map(layout.strata.map((stratum, at) => [stratumKey(stratum), cells[at]]));
  table.strata.forEach((stratum, at) => {
    const cell = known.get(stratumKey(stratum));
    if (cell === undefined) throw logChanged();
    hi[cell] = sums[at]?.hi ?? 0;
    lo[cell] = sums[at]?.lo ?? 0;
  });
  const combine = isLargest ? "max" : "sum";
  return rounded({ combine, hi, lo: lo.some((low) => low !== 0) ? lo : null }, rounding);
}
