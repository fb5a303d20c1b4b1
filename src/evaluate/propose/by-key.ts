import type { Connection } from "../../sql/engine.js";
import {
  cast,
  column,
  count,
  countDistinct,
  equal,
  indicator,
  max,
  sum,
} from "../../sql/expression.js";
import { plan } from "../../sql/plan.js";
import { group, join, type Named, type Relation, select } from "../../sql/relation.js";
import { collect } from "../../sql/run/collect.js";
import type { SourceColumn } from "../../sql/source-column.js";
import { isKey } from "./columns.js";

const keyed = (rows: Relation, names: readonly string[]): Relation =>
  select(
    rows,
    names.map((name, at): Named => [`k_${at}`, cast(column(name), "text")]),
  );

/** A row for each key `k_0`, `k_1` …: how many rows have it, and how many different values of others. */
const byKey = (rows: Relation, keys: readonly string[], others: readonly string[] = []): Relation =>
  group(
    keyed(rows, [...keys, ...others]),
    keys.map((_, at) => `k_${at}`),
    [
      ["k_rows", count()],
      ...others.map(
        (_, at): Named => [`k_values_${at}`, countDistinct(column(`k_${keys.length + at}`))],
      ),
    ],
  );

export async function standsTwice(
  { engine, options }: Connection,
  rows: Relation,
  keys: readonly string[],
): Promise<boolean> {
  const most = group(byKey(rows, keys), [], [["most", max(cast(column("k_rows"), "double"))]]);
  return (await collect(engine, plan("rows of one key", most), options)).numberOrZero("most") > 1;
}

/** So many of the log's rows are found in a table of candidates by the right column. */
const fewestFound = 0.9;

/** Of the log's columns, the one whose values stand next to the trajectory in the other table. */
export async function itemByKeys(
  { engine, options }: Connection,
  log: { readonly from: Relation; readonly rows: number; readonly trajectory: string },
  other: { readonly from: Relation; readonly keys: readonly [string, string] },
  columns: readonly string[],
): Promise<string | undefined> {
  const names: string[] = [];
  for (const name of columns) {
    const mine = select(keyed(log.from, [log.trajectory, name]), [
      ["l_0", column("k_0")],
      ["l_1", column("k_1")],
    ]);
    const both = join("inner", mine, byKey(other.from, other.keys), [
      ["l_0", "k_0"],
      ["l_1", "k_1"],
    ]);
    const matched = plan("rows found by key", group(both, [], [["found", count()]]));
    const table = await collect(engine, matched, options);
    if (table.numberOrZero("found") >= fewestFound * log.rows) names.push(name);
  }
  return names.length === 1 ? names[0] : undefined;
}

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
  const free = columns.filter(({ name, type }) => isKey(type) && !keys.includes(name));
  if (free.length === 0) return undefined;
  const candidates = byKey(
    rows,
    keys,
    free.map(({ name }) => name),
  );
  const tellsApart = (at: number) =>
    cast(indicator(equal(column(`k_values_${at}`), column("k_rows"))), "double");
  const totals: readonly Named[] = [
    ["candidates", count()],
    ["all", sum(cast(column("k_rows"), "double"))],
    ...free.map((_, at): Named => [`apart_${at}`, sum(tellsApart(at))]),
  ];
  const counts = plan("rows of each candidate", group(candidates, [], totals));
  const table = await collect(engine, counts, options);
  const total = table.number("candidates");
  if (table.numberOrZero("all") === total) return undefined;
  const [one, ...others] = free.filter((_, at) => table.numberOrZero(`apart_${at}`) === total);
  if (one === undefined || others.length > 0) return undefined;
  const names = plan("names of models", byKey(rows, [one.name]));
  const values = (await collect(engine, names, options)).texts("k_0");
  const texts = values.filter((value) => value !== null).sort();
  const areModels = texts.length === values.length && texts.length <= mostModels;
  return areModels ? { column: one, values: texts } : undefined;
}
