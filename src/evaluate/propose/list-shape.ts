import {
  and,
  type Connection,
  cast,
  collect,
  column,
  count,
  group,
  isNull,
  max,
  min,
  not,
  plan,
  type Relation,
  select,
  sum,
} from "../../sql/index.js";

/** How deep the lists of a log or of a table of candidates go. */
export interface ListShape {
  readonly lists: number;
  /** Rows of all lists. */
  readonly total: number;
  /** The fewest and the most rows of a list. */
  readonly rows: readonly [fewest: number, most: number];
  /** The lowest and the highest rank; null of a table without ranks. */
  readonly ranks: readonly [lowest: number, highest: number] | null;
  /** Lists that end at the highest rank; null of a table without ranks. */
  readonly atHighest: number | null;
  /** Lists that end one rank before it. */
  readonly before: number | null;
}

/** The shape of lists by the keys `list` and, of a log, ranks; null where no row has both. One statement. */
export async function listShape(
  { engine, options }: Connection,
  relation: Relation,
  { list, rank }: { readonly list: string; readonly rank?: string | undefined },
): Promise<ListShape | null> {
  const value = cast(column(rank ?? list), rank === undefined ? "text" : "double");
  const rows = select(
    relation,
    [
      ["s_list", cast(column(list), "text")],
      ["s_rank", value],
    ],
    { where: and([not(isNull(column(list))), not(isNull(column(rank ?? list)))]) },
  );
  const lists = group(
    rows,
    ["s_list"],
    [
      ["s_rows", count()],
      ["s_first", min(column("s_rank"))],
      ["s_last", max(column("s_rank"))],
    ],
  );
  // Lists without ranks are alike in all but their lengths.
  const end = rank === undefined ? "s_rows" : "s_last";
  const ends = group(
    select(lists, [
      ["s_end", cast(column(end), "double")],
      ["s_rows", column("s_rows")],
      ["s_first", rank === undefined ? cast(column("s_rows"), "double") : column("s_first")],
    ]),
    ["s_end"],
    [
      ["s_lists", count()],
      ["s_total", sum(cast(column("s_rows"), "double"))],
      ["s_fewest", min(column("s_rows"))],
      ["s_most", max(column("s_rows"))],
      ["s_lowest", min(column("s_first"))],
    ],
  );
  const table = await collect(engine, plan("lengths of lists", ends), options);
  const each = Array.from({ length: table.rows }, (_, i) => ({
    end: table.numberOrZero("s_end", i),
    lists: table.number("s_lists", i),
    total: table.number("s_total", i),
    fewest: table.number("s_fewest", i),
    most: table.number("s_most", i),
    lowest: table.numberOrZero("s_lowest", i),
  })).sort((a, b) => a.end - b.end);
  const last = each.at(-1);
  if (last === undefined) return null;
  return {
    lists: each.reduce((sum, { lists: n }) => sum + n, 0),
    total: each.reduce((sumSoFar, { total }) => sumSoFar + total, 0),
    rows: [Math.min(...each.map((of) => of.fewest)), Math.max(...each.map((of) => of.most))],
    ranks: rank === undefined ? null : [Math.min(...each.map((of) => of.lowest)), last.end],
    atHighest: rank === undefined ? null : last.lists,
    before: rank === undefined ? null : (each.find((of) => of.end === last.end - 1)?.lists ?? 0),
  };
}
