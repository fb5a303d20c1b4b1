import type { LineTables } from "../../../dangers/line.js";
import { listReadersIn } from "../../../dangers/list-readers.js";
import { once } from "../../../dangers/once.js";
import { regroup } from "../../../tally/fold.js";
import { ofReaders, type TallyTable, usersOfLines } from "../../../tally/index.js";
import type { OpenTally } from "../open-tally.js";
import { type LineKey, lineTablesOf } from "./line-tables-of.js";

type Tables = Readonly<Record<string, TallyTable>>;

/** The tables of a line with what the tally knows of users who view nearly every list to its end. */
export function withReaders(base: OpenTally, key: LineKey): LineTables | undefined {
  const tables = lineTablesOf(base, key);
  const all = base.tally.tables;
  const readers = once(all, "readers", () => listReadersIn(all[usersOfLines]));
  if (tables === undefined || readers === undefined) return tables;
  const rest = once(all, "without readers", () => withoutReaders(all, readers.size));
  const others = rest && lineTablesOf({ ...base, tally: { ...base.tally, tables: rest } }, key);
  return { ...tables, readers: { ...readers, ...(others && { others }) } };
}

/** The tables of all other users; undefined where the tally lacks those of the readers alone. */
function withoutReaders(tables: Tables, size: number): Tables | undefined {
  const rest = Object.entries(tables).flatMap(([name, table]) => {
    const own = tables[ofReaders(size, name)];
    return own === undefined ? [] : [[name, regroup([table, minus(own)])] as const];
  });
  return rest.length === 0 ? undefined : { ...tables, ...Object.fromEntries(rest) };
}

/** A table whose sums take away. */
function minus(table: TallyTable): TallyTable {
  const negative = (values: Float64Array): Float64Array => values.map((value) => -value);
  const columns = Object.entries(table.columns).map(([name, column]) => {
    const { combine, hi, lo } = column;
    const own =
      combine === "sum" ? { ...column, hi: negative(hi), lo: lo && negative(lo) } : column;
    return [name, own];
  });
  return { ...table, columns: Object.fromEntries(columns) };
}
