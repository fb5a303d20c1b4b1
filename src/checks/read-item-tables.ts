import {
  type ComparisonItems,
  itemsOfComparison,
  listedItemsOfComparison,
  rankKey,
  targetKey,
} from "../tally/comparisons/comparison-shapes.js";
import type { SumOf } from "../tally/shape.js";
import type { TallyColumn } from "../tally/tally.js";
import { byKey, type ComparisonSource, dense, type FeedRows, feedRows } from "./feed-rows.js";
import type { RankCells } from "./pairs-of-ranks.js";
import type { ItemSums, ItemTables } from "./tables.js";

/** What the log knows of a policy's items; undefined where the tally does not say. */
export function itemTablesIn(
  source: ComparisonSource,
  target: string,
  { rank, target: slot }: RankCells,
  ranks: number,
  groups: ReadonlyMap<number, number>,
): ItemTables | undefined {
  const [listed, viewed] = [listedItemsOfComparison(target), itemsOfComparison(target)].map(
    (name) => feedRows(source, name),
  );
  if (listed === undefined || viewed === undefined || viewed.rows.length === 0) return undefined;
  const places = new Map(Array.from(rank, (each, cell) => [`${each} ${slot[cell]}`, cell]));
  const [rankOf, slotOf] = [viewed.table.keys[rankKey], viewed.table.keys[targetKey]];
  const cellOf = (row: number): number => places.get(`${rankOf?.[row]} ${slotOf?.[row]}`) ?? -1;
  return {
    listed: sumsOf(source, listed, groups, ranks, byKey(listed, targetKey)),
    viewed: sumsOf(source, viewed, groups, rank.length, cellOf),
  };
}

function sumsOf(
  { rewards }: ComparisonSource,
  found: FeedRows<ComparisonItems>,
  groups: ReadonlyMap<number, number>,
  cells: number,
  cellOf: (row: number) => number,
): ItemSums {
  const none = { combine: "sum", hi: new Float64Array(found.table.rows), lo: null } as const;
  // A reward that is never negative has no negative part.
  const orNone = (name: SumOf<ComparisonItems>): TallyColumn => found.table.columns[name] ?? none;
  return {
    counts: dense(found, groups, cells, cellOf, { rows: "rows", unknown: "unknown" }),
    predicted: Object.fromEntries(
      rewards.map(({ name }, at) => {
        const of = { positive: orNone(`${at} positive`), negative: orNone(`${at} negative`) };
        return [name, dense(found, groups, cells, cellOf, of)];
      }),
    ),
  };
}
