import {
  type Connection,
  cast,
  collect,
  column,
  count,
  from,
  group,
  max,
  plan,
  type SourceRef,
  select,
} from "../../sql/index.js";

/** Whether some key stands in several rows. */
export async function standsTwice(
  { engine, options }: Connection,
  source: SourceRef,
  keys: readonly string[],
): Promise<boolean> {
  const named = keys.map((name, i) => [`k_${i}`, cast(column(name), "text")] as const);
  const rows = group(
    select(from(source), named),
    named.map(([name]) => name),
    [["k_rows", count()]],
  );
  const most = group(rows, [], [["k_most", max(column("k_rows"))]]);
  const wanted = plan(
    "rows of one key",
    select(most, [["most", cast(column("k_most"), "double")]]),
  );
  return (await collect(engine, wanted, options)).numberOrZero("most") > 1;
}
