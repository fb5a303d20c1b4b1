import type { Connection } from "../../sql/engine.js";
import {
  and,
  cast,
  column,
  count,
  double,
  isNull,
  max,
  min,
  not,
  sum,
} from "../../sql/expression.js";
import { plan } from "../../sql/plan.js";
import { group, type Relation, select } from "../../sql/relation.js";
import { collect } from "../../sql/run/collect.js";

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
  const value = rank === undefined ? double(0) : cast(column(rank), "double");
  const rows = select(
    relation,
    [
      ["list", cast(column(list), "text")],
      ["rank", value],
    ],
    { where: and([not(isNull(column(list))), not(isNull(column(rank ?? list)))]) },
  );
  const lists = group(
    rows,
    ["list"],
    [
      ["rows", cast(count(), "double")],
      ["first", min(column("rank"))],
      ["last", max(column("rank"))],
    ],
  );
  const ends = group(
    lists,
    ["last"],
    [
      ["lists", count()],
      ["total", sum(column("rows"))],
      ["fewest", min(column("rows"))],
      ["most", max(column("rows"))],
      ["lowest", min(column("first"))],
    ],
  );
  const table = await collect(engine, plan("lengths of lists", ends), options);
  if (table.rows === 0) return null;
  const [last, many] = [table.numbersOrZero("last"), table.numbers("lists")];
  const highest = Math.max(...last);
  const listsTo = (end: number): number => many[last.indexOf(end)] ?? 0;
  const shape = {
    lists: sumOf(many),
    total: sumOf(table.numbers("total")),
    rows: [Math.min(...table.numbers("fewest")), Math.max(...table.numbers("most"))],
  } as const;
  if (rank === undefined) return { ...shape, ranks: null, atHighest: null, before: null };
  return {
    ...shape,
    ranks: [Math.min(...table.numbersOrZero("lowest")), highest],
    atHighest: listsTo(highest),
    before: listsTo(highest - 1),
  };
}

const sumOf = (numbers: Float64Array): number => numbers.reduce((all, number) => all + number, 0);
