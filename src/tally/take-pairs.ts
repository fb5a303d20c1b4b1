import { InternalError } from "../errors.js";
import type { CallOptions, Engine } from "../sql/engine.js";
import { collectWide } from "../sql/run/collect-wide.js";
import type { Table } from "../sql/run/table.js";
import { type Column, columnsOfKind } from "./columns.js";
import { inOrder, orderOf, placesOf } from "./order-of-rows.js";
import { type PairStrata, pairsPlan } from "./pairs-plan.js";
import { pairKey, rankKey, targetKey } from "./pairs-table.js";
import { readColumn } from "./read-cells.js";
import type { TallyRequest } from "./request.js";
import { strataOfRows } from "./strata-of-rows.js";
import { noBucket, rounded, type TallyTable } from "./tally.js";

/** A table next to the cells, and how many of its columns' ranges were too wide to be added exactly. */
export interface SideTable {
  readonly table: TallyTable;
  readonly inexact: number;
}

/**
 * Adds up rewards and views by displayed and target rank, without buckets: views over all rows, rewards over
 * the few that have one.
 */
export async function takePairs(
  engine: Engine,
  request: TallyRequest,
  target: string | null,
  split: PairStrata,
  options?: CallOptions,
): Promise<SideTable> {
  const [ofRows = [], ofRewards = []] = (["rows", "rewarded"] as const).map((kind) =>
    columnsOfKind(request, kind, request.impressions),
  );
  const parts = [ofRows, ofRewards].filter(({ length }) => length > 0);
  const plans = parts.map((columns) => pairsPlan(request, target, split, columns));
  const tables = await collectWide(engine, plans, options);
  const [first, second] = tables.map((table, at) => readPairs(table, parts[at] ?? []));
  const inexact = parts.flat().filter(({ exact }) => !exact && request.sums === "exact").length;
  if (first === undefined) throw new InternalError("A table of pairs must add something up.");
  return { table: second === undefined ? first : withColumnsOf(first, second), inexact };
}

/** The first table with the columns of a second, which has no pair that the first lacks. */
function withColumnsOf(first: TallyTable, second: TallyTable): TallyTable {
  const rows = rowsByStratum(first);
  const rowOf = (from: number): number => {
    const stratum = second.strata[second.stratum[from] ?? 0];
    const row = rows.get(JSON.stringify(stratum))?.get(keyAt(second, from));
    if (row !== undefined) return row;
    throw new InternalError("A reward stands at a pair of ranks that nobody viewed.");
  };
  const places = Int32Array.from(second.stratum, (_, from) => rowOf(from));
  const moved = (values: Float64Array): Float64Array => {
    const placed = new Float64Array(first.rows);
    values.forEach((value, from) => {
      placed[places[from] ?? 0] = value;
    });
    return placed;
  };
  const columns = Object.entries(second.columns).map(
    ([fingerprint, { combine, hi, lo, rounding }]) => [
      fingerprint,
      rounded({ combine, hi: moved(hi), lo: lo === null ? null : moved(lo) }, rounding),
    ],
  );
  return { ...first, columns: { ...first.columns, ...Object.fromEntries(columns) } };
}

function rowsByStratum(table: TallyTable): ReadonlyMap<string, ReadonlyMap<number, number>> {
  const rows = table.strata.map(() => new Map<number, number>());
  table.stratum.forEach((stratum, row) => {
    rows[stratum]?.set(keyAt(table, row), row);
  });
  return new Map(table.strata.map((stratum, i) => [JSON.stringify(stratum), rows[i] ?? new Map()]));
}

const keyAt = ({ keys }: TallyTable, row: number): number =>
  pairKey(keys[rankKey]?.[row] ?? 0, keys[targetKey]?.[row] ?? 0);

/** Rows in one fixed order of stratum and ranks, whatever order the engine returned. */
function readPairs(table: Table, columns: readonly Column[]): TallyTable {
  const { strata, at } = strataOfRows(table);
  // An item that the policy does not show has no target rank; 0 stands for it.
  const [ranks, targets] = [table.numbers(rankKey), table.numbersOrZero(targetKey)];
  const order = orderOf(placesOf([Float64Array.from(at), ranks, targets], table.rows));
  const take = (list: ArrayLike<number>): Float64Array => inOrder(list, order);
  const values = (alias: string): Float64Array => take(table.numbers(`${alias}_out`));
  return {
    rows: table.rows,
    strata,
    stratum: Int32Array.from(take(at)),
    bucket: new Int32Array(table.rows).fill(noBucket),
    keys: { [rankKey]: take(ranks), [targetKey]: take(targets) },
    columns: Object.fromEntries(
      columns.map((column) => [column.fingerprint, readColumn(column, values)]),
    ),
  };
}
