import { pow } from "../../numeric/elementary/pow.js";
import { noBucket, type TallyColumn, type TallyTable } from "../tally.js";
import { type GroupSample, groupsOfComparisons } from "./comparison-request.js";
import { groupKey } from "./comparison-shapes.js";
import { halvingsOf } from "./group-sample.js";

/**
 * The table with the rows of all users in `groupsOfComparisons` groups, where those of a sample are told apart: of
 * a cell with the total T, of which group g of the sampled users holds s_g and all of these S, group g gets
 * T/G + (s_g − S/G)/√f with the share f that is sampled. Groups then add up to T and differ as much as
 * groups of all users do, so that leaving out one gives the standard error of a sum over all rows. Of
 * `counts`, columns of rows, no group holds more than all.
 */
export function spreadOverGroups(
  table: TallyTable,
  sample: GroupSample,
  counts: readonly string[],
): TallyTable {
  const cells = cellsOf(table, sample);
  const places = placesOf(table, cells);
  const take = (values: ArrayLike<number>): Float64Array => {
    const list = new Float64Array(places.row.length);
    for (let at = 0; at < list.length; at++) list[at] = values[places.row[at] ?? 0] ?? 0;
    return list;
  };
  const before = new Map<TallyColumn, TallyColumn>();
  const columns = Object.entries(table.columns).map(([name, column]): [string, TallyColumn] => {
    const isCount = counts.includes(name);
    const spread = before.get(column) ?? placed(column, table, cells, places, isCount);
    if (!isCount) before.set(column, spread);
    return [name, spread];
  });
  const keys = Object.entries(table.keys).map(([name, values]) => [name, take(values)]);
  return {
    rows: places.row.length,
    strata: table.strata,
    stratum: Int32Array.from(take(table.stratum)),
    bucket: new Int32Array(places.row.length).fill(noBucket),
    keys: { ...Object.fromEntries(keys), [groupKey]: Float64Array.from(places.group) },
    columns: Object.fromEntries(columns),
  };
}

function placed(
  column: TallyColumn,
  table: TallyTable,
  cells: Cells,
  { row, cell, group }: Places,
  isCount: boolean,
): TallyColumn {
  const spread = spreadOf(table, cells, column, isCount);
  const values = new Float64Array(row.length);
  for (let at = 0; at < values.length; at++) {
    const of = cell[at] ?? -1;
    values[at] =
      of < 0
        ? sumAt(column, row[at] ?? 0)
        : (spread[of * groupsOfComparisons + (group[at] ?? 0)] ?? 0);
  }
  return { ...column, hi: values, lo: null };
}

const sumAt = ({ hi, lo }: TallyColumn, row: number): number => (hi[row] ?? 0) + (lo?.[row] ?? 0);

/** The cells of sampled feeds by stratum and keys other than the group. */
interface Cells {
  /** The cell of each row; −1 where its feed is not sampled. */
  readonly at: Int32Array;
  /** A row of each cell, in order of stratum and keys. */
  readonly rows: Int32Array;
  /** 1/√f of each cell. */
  readonly stretch: Float64Array;
}

function cellsOf(table: TallyTable, sample: GroupSample): Cells {
  const halvings = table.strata.map(({ feed }) => halvingsOf(sample, feed));
  const place = placeInStratum(table);
  const size = place.reduce((most, index) => Math.max(most, index), 0) + 1;
  const first = new Map<number, number>();
  for (let row = 0; row < table.rows; row++) {
    const stratum = table.stratum[row] ?? 0;
    if (halvings[stratum] === 0) continue;
    const name = stratum * size + (place[row] ?? 0);
    place[row] = name;
    if (!first.has(name)) first.set(name, row);
  }
  const names = Float64Array.from(first.keys()).sort();
  const cells = new Map<number, number>();
  names.forEach((name, cell) => {
    cells.set(name, cell);
  });
  const at = new Int32Array(table.rows).fill(-1);
  for (let row = 0; row < table.rows; row++) {
    if (halvings[table.stratum[row] ?? 0] === 0) continue;
    at[row] = cells.get(place[row] ?? 0) ?? -1;
  }
  const rows = Int32Array.from(names, (name) => first.get(name) ?? 0);
  const stretch = Float64Array.from(rows, (row) =>
    pow(2, (halvings[table.stratum[row] ?? 0] ?? 0) / 2),
  );
  return { at, rows, stretch };
}

/** One number for each row by its keys other than the group. */
function placeInStratum({ keys, rows }: TallyTable): Float64Array {
  const place = new Float64Array(rows);
  for (const [name, values] of Object.entries(keys)) {
    if (name === groupKey) continue;
    const size = values.reduce((most, value) => Math.max(most, value), 0) + 1;
    for (let row = 0; row < rows; row++) {
      place[row] = (place[row] ?? 0) * size + (values[row] ?? 0);
    }
  }
  return place;
}

/** The rows of the result: a row of the table to take the keys from, its cell and group. */
interface Places {
  readonly row: Int32Array;
  readonly cell: Int32Array;
  readonly group: Int32Array;
}

/** Every group of every sampled cell, and the rows of other feeds as they are. */
function placesOf(table: TallyTable, { at, rows }: Cells): Places {
  const others = Int32Array.from(at.keys()).filter((row) => at[row] === -1);
  const size = rows.length * groupsOfComparisons;
  const row = new Int32Array(size + others.length);
  const cell = new Int32Array(row.length);
  const group = new Int32Array(row.length);
  let to = 0;
  const cellsOfStratum = table.strata.map((): number[] => []);
  rows.forEach((first, index) => {
    cellsOfStratum[table.stratum[first] ?? 0]?.push(index);
  });
  for (const list of cellsOfStratum) {
    for (let slot = 0; slot < groupsOfComparisons; slot++) {
      for (const index of list) {
        row[to] = rows[index] ?? 0;
        cell[to] = index;
        group[to++] = slot;
      }
    }
  }
  for (const other of others) {
    row[to] = other;
    cell[to] = -1;
    group[to++] = table.keys[groupKey]?.[other] ?? 0;
  }
  return { row, cell, group };
}

/** What every group of every cell gets, group by group. */
function spreadOf(
  table: TallyTable,
  { at, rows, stretch }: Cells,
  column: TallyColumn,
  isCount: boolean,
): Float64Array {
  const spread = new Float64Array(rows.length * groupsOfComparisons);
  const total = new Float64Array(rows.length);
  const sampled = new Float64Array(rows.length);
  const groups = table.keys[groupKey];
  for (let row = 0; row < table.rows; row++) {
    const cell = at[row] ?? -1;
    if (cell < 0) continue;
    const group = groups?.[row] ?? 0;
    const value = sumAt(column, row);
    total[cell] = (total[cell] ?? 0) + value;
    if (group >= groupsOfComparisons) continue;
    sampled[cell] = (sampled[cell] ?? 0) + value;
    spread[cell * groupsOfComparisons + group] = value;
  }
  for (let cell = 0; cell < rows.length; cell++) {
    const start = cell * groupsOfComparisons;
    const mean = (total[cell] ?? 0) / groupsOfComparisons;
    const middle = (sampled[cell] ?? 0) / groupsOfComparisons;
    let most = 0;
    for (let at = start; at < start + groupsOfComparisons; at++)
      most = Math.max(most, spread[at] ?? 0);
    most -= middle;
    const room = (total[cell] ?? 0) - mean;
    const times = stretch[cell] ?? 1;
    const factor = isCount && most * times > room ? room / most : times;
    for (let at = start; at < start + groupsOfComparisons; at++) {
      spread[at] = mean + ((spread[at] ?? 0) - middle) * factor;
    }
  }
  return spread;
}
