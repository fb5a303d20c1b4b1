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
  const known = totals.get(table) ?? totalsOf(table);
  return (known[1 + (without ?? -1)] ?? known[0]) as Sums<Name>;
}

const totals = new WeakMap<object, readonly Sums<string>[]>();

/** Of all groups first, then without each. Columns are added up when they are first read: most never are. */
function totalsOf<Name extends string>(table: GroupedSums<Name>): readonly Sums<Name>[] {
  const { cells, groups } = table;
  const [first] = groups;
  if (first === undefined) throw new RangeError("GroupedSums must have a group or more.");
  const ownOf = (name: Name): readonly Float64Array[] => groups.map((group) => group[name]);
  const read = {};
  for (const name of Object.keys(first) as Name[]) {
    let whole: Float64Array | undefined;
    let rests: readonly Float64Array[] | undefined;
    const get = function (this: { readonly without: number }): Float64Array | undefined {
      whole ??= wholeOf(cells, ownOf(name));
      if (this.without < 0) return whole;
      rests ??= restsOf(whole, ownOf(name));
      return rests[this.without];
    };
    Object.defineProperty(read, name, { get });
  }
  const parts = Array.from({ length: groups.length + 1 }, (_, at) =>
    Object.freeze(Object.create(read, { without: { value: at - 1 } })),
  );
  totals.set(table, parts);
  return parts;
}

/** The same in any order of the groups: what each addition loses is added at the end. */
function wholeOf(cells: number, groups: readonly Float64Array[]): Float64Array {
  const sums = new Float64Array(cells);
  const lost = new Float64Array(cells);
  for (const own of groups) {
    for (let cell = 0; cell < cells; cell++) {
      const a = sums[cell] ?? 0;
      const b = own[cell] ?? 0;
      const sum = a + b;
      const added = sum - a;
      sums[cell] = sum;
      lost[cell] = (lost[cell] ?? 0) + (a - (sum - added) + (b - added));
    }
  }
  for (let cell = 0; cell < cells; cell++) sums[cell] = (sums[cell] ?? 0) + (lost[cell] ?? 0);
  return sums;
}

/** The sums without each group, in one buffer. */
function restsOf(whole: Float64Array, groups: readonly Float64Array[]): readonly Float64Array[] {
  const cells = whole.length;
  const all = new Float64Array(cells * groups.length);
  return groups.map((own, at) => {
    const rest = all.subarray(at * cells, (at + 1) * cells);
    for (let cell = 0; cell < cells; cell++) rest[cell] = (whole[cell] ?? 0) - (own[cell] ?? 0);
    return rest;
  });
}
