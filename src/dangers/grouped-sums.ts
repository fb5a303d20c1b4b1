import { twoSum } from "../numeric/index.js";

/**
 * Sums by cell, kept apart for each group of whole users, so that anything computed from them has a
 * standard error by leaving out one group at a time.
 */
export interface GroupedSums<Name extends string> {
  readonly cells: number;
  readonly groups: readonly Sums<Name>[];
}

/** One number for every cell, by column. */
export type Sums<Name extends string> = Readonly<Record<Name, Float64Array>>;

/** The sums of all groups, in any order, or of all but one. Each is computed once: many statistics are made from them. */
export function totalOf<Name extends string>(
  table: GroupedSums<Name>,
  without?: number,
): Sums<Name> {
  const known = totals.get(table) ?? new Map<number, Sums<string>>();
  totals.set(table, known);
  const at = without ?? -1;
  const found = known.get(at) ?? (without === undefined ? whole(table) : rest(table, without));
  known.set(at, found);
  return found as Sums<Name>;
}

const totals = new WeakMap<object, Map<number, Sums<string>>>();

function whole<Name extends string>({ cells, groups }: GroupedSums<Name>): Sums<Name> {
  const [first] = groups;
  if (first === undefined) throw new RangeError("GroupedSums must have a group or more.");
  return byColumn(first, (name) => {
    const total = new Float64Array(cells);
    const rests = new Float64Array(cells);
    for (const group of groups) {
      const own = group[name];
      for (let cell = 0; cell < cells; cell++) {
        const { hi, lo } = twoSum(total[cell] ?? 0, own[cell] ?? 0);
        total[cell] = hi;
        rests[cell] = (rests[cell] ?? 0) + lo;
      }
    }
    return total.map((sum, cell) => sum + (rests[cell] ?? 0));
  });
}

function rest<Name extends string>(table: GroupedSums<Name>, without: number): Sums<Name> {
  const all = totalOf(table);
  const left = table.groups[without];
  if (left === undefined) return all;
  return byColumn(all, (name) => all[name].map((sum, cell) => sum - (left[name][cell] ?? 0)));
}

/** Columns are added up when they are first read: of a table without one group most are not. */
function byColumn<Name extends string>(
  like: Sums<Name>,
  columnOf: (name: Name) => Float64Array,
): Sums<Name> {
  const sums = {};
  for (const name of Object.keys(like) as Name[]) {
    let known: Float64Array | undefined;
    const get = (): Float64Array => {
      known ??= columnOf(name);
      return known;
    };
    Object.defineProperty(sums, name, { get, enumerable: true });
  }
  return Object.freeze(sums) as Sums<Name>;
}
