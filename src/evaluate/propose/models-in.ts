import {
  type Connection,
  cast,
  collect,
  column,
  count,
  countDistinct,
  equal,
  group,
  indicator,
  type Named,
  plan,
  type Relation,
  type SourceColumn,
  select,
  sum,
} from "../../sql/index.js";

/** Where a candidate has a row for each model: the column that names the model, and its values in order. */
export interface Models {
  readonly column: SourceColumn;
  readonly values: readonly string[];
}

/** A column of more values does not name models. */
const mostModels = 20;

/**
 * The models of a table of scores, where the one column that is no key tells the rows of a candidate apart.
 * Undefined where a candidate has one row, or no column or several do so. At most two statements.
 */
export async function modelsIn(
  { engine, options }: Connection,
  rows: Relation,
  columns: readonly SourceColumn[],
  keys: readonly string[],
): Promise<Models | undefined> {
  const free = columns.filter(
    ({ name, type }) => (type === "text" || type === "bigint") && !keys.includes(name),
  );
  if (free.length === 0) return undefined;
  const candidates = group(
    select(rows, [
      ...keys.map((name, at): Named => [`m_key_${at}`, cast(column(name), "text")]),
      ...free.map(({ name }, at): Named => [`m_${at}`, cast(column(name), "text")]),
    ]),
    keys.map((_, at) => `m_key_${at}`),
    [
      ["m_rows", count()],
      ...free.map((_, at): Named => [`m_values_${at}`, countDistinct(column(`m_${at}`))]),
    ],
  );
  const tellsApart = (at: number) => equal(column(`m_values_${at}`), column("m_rows"));
  const totals = group(
    candidates,
    [],
    [
      ["m_candidates", count()],
      ["m_all", sum(cast(column("m_rows"), "double"))],
      ...free.map(
        (_, at): Named => [`m_apart_${at}`, sum(cast(indicator(tellsApart(at)), "double"))],
      ),
    ],
  );
  const found = await collect(engine, plan("rows of each candidate", totals), options);
  const each = found.number("m_candidates");
  if (found.numberOrZero("m_all") === each) return undefined;
  const [one, ...others] = free.filter((_, at) => found.numberOrZero(`m_apart_${at}`) === each);
  if (one === undefined || others.length > 0) return undefined;
  const names = group(select(rows, [["m_name", cast(column(one.name), "text")]]), ["m_name"], []);
  const values = (await collect(engine, plan("names of models", names), options)).texts("m_name");
  const known = values.filter((value) => value !== null).sort();
  const areModels = known.length === values.length && known.length <= mostModels;
  return areModels ? { column: one, values: known } : undefined;
}
