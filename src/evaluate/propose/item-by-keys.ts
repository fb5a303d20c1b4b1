import {
  type Connection,
  cast,
  collect,
  column,
  count,
  from,
  group,
  join,
  plan,
  type SourceRef,
  select,
} from "../../sql/index.js";

/** The log's rows, and the keys of another table. */
export interface KeyedTables {
  readonly log: SourceRef;
  readonly trajectory: string;
  readonly rows: number;
  readonly other: SourceRef;
  readonly otherKeys: { readonly trajectory: string; readonly item: string };
}

/** So many of the log's rows are found in a table of candidates by the right column. */
const fewestFound = 0.9;

/** Of the log's columns, the one whose values stand next to the trajectory in the other table. */
export async function itemByKeys(
  { engine, options }: Connection,
  { log, trajectory, rows, other, otherKeys }: KeyedTables,
  columns: readonly string[],
): Promise<string | undefined> {
  const text = (name: string) => cast(column(name), "text");
  const keys = group(
    select(from(other), [
      ["o_list", text(otherKeys.trajectory)],
      ["o_item", text(otherKeys.item)],
    ]),
    ["o_list", "o_item"],
    [["o_rows", count()]],
  );
  const found = [];
  for (const name of columns) {
    const mine = select(from(log), [
      ["l_list", text(trajectory)],
      ["l_item", text(name)],
    ]);
    const both = join("inner", mine, keys, [
      ["l_list", "o_list"],
      ["l_item", "o_item"],
    ]);
    const matched = plan("rows found by key", group(both, [], [["found", count()]]));
    const table = await collect(engine, matched, options);
    if (table.numberOrZero("found") >= fewestFound * rows) found.push(name);
  }
  return found.length === 1 ? found[0] : undefined;
}
