import { atFeed, canonical } from "../log/index.js";
import { addAt, multiplyDouble } from "../numeric/index.js";
import { type CallOptions, compile, type Expression } from "../sql/index.js";
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
  const byFeed = new Map<string | null, readonly Value[]>();
  const byStratum = table.strata.map(({ feed }) => {
    const known =
      byFeed.get(feed) ?? bins.map((bin) => valueByRanks(atFeed(log, bin, feed), names));
    byFeed.set(feed, known);
    return known;
  });
  const sums = {
    hi: new Float64Array(table.strata.length),
    lo: new Float64Array(table.strata.length),
  };
  for (let row = 0; row < table.rows; row++) {
    const stratum = table.stratum[row] ?? 0;
    for (const valueAt of byStratum[stratum] ?? []) {
      const value = valueAt(rank[row] ?? 0, targets[row] ?? 0);
      if (value === null) continue;
      if (isLargest) sums.hi[stratum] = Math.max(sums.hi[stratum] ?? 0, value);
      else {
        const all = multiplyDouble({ hi: value, lo: 0 }, count[row] ?? 0);
        addAt(sums.hi, sums.lo, stratum, all.hi, all.lo);
      }
    }
  }
  const hi = new Float64Array(layout.stratum.length);
  const lo = new Float64Array(layout.stratum.length);
  const cells = layout.strata.map((_, stratum) => layout.stratum.indexOf(stratum));
  const known = new Map(layout.strata.map((stratum, at) => [stratumKey(stratum), cells[at]]));
  table.strata.forEach((stratum, at) => {
    const cell = known.get(stratumKey(stratum));
    if (cell === undefined) throw logChanged();
    hi[cell] = sums.hi[at] ?? 0;
    lo[cell] = sums.lo[at] ?? 0;
  });
  const combine = isLargest ? "max" : "sum";
  return rounded({ combine, hi, lo: lo.some((low) => low !== 0) ? lo : null }, rounding);
}

/** A value at a displayed and a target rank; of rank 0, where there is none. */
type Value = (rank: number, target: number) => number | null;

/** The value of an expression of ranks; each pair of ranks comes once a stratum, and is computed once. */
function valueByRanks(expression: Expression, names: readonly string[]): Value {
  const at = compile(expression, names);
  const byRank = new Map<number, Map<number, number | null>>();
  return (rank, target) => {
    let own = byRank.get(rank);
    if (own === undefined) {
      own = new Map();
      byRank.set(rank, own);
    }
    let found = own.get(target);
    if (found === undefined) {
      found = at([rank, target || null]);
      own.set(target, found);
    }
    return found;
  };
}
