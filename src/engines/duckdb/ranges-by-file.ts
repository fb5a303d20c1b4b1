import { EngineError } from "../../errors.js";
import { duckdbDialect } from "../../sql/dialects/duckdb.js";
import type { Batch, Plan } from "../../sql/engine.js";
import type { AggregateFunction, Expression } from "../../sql/expression.js";
import { printPlan } from "../../sql/print.js";
import { from, group, type Relation, select } from "../../sql/relation.js";
import { engineDialect } from "./dialect.js";

type Run = (sql: string) => Promise<readonly (readonly unknown[])[]>;

/** Of so many rows a file or fewer, reading costs no more than a statement for each file. */
const fewRows = 2 ** 17;
const filesAtOnce = 64;

/**
 * What a statement that only counts columns and takes their extremes gives for several Parquet files. DuckDB
 * reads that from the footers of one file, but from the columns of several: so each file is asked, and what
 * they give is put together. Undefined for other statements, for one file, for many small ones, and where the
 * files cannot be asked by themselves, as where one lacks a column.
 */
export async function rangesByFile(
  run: Run,
  plan: Plan,
  fewest: number = fewRows,
): Promise<Batch | undefined> {
  const ranges = rangesIn(plan);
  if (ranges === undefined) return undefined;
  try {
    const { files, rows } = await filesOf(run, ranges.paths);
    if (files.length < 2 || rows <= fewest * files.length || files.some(isPattern)) {
      return undefined;
    }
    const answers: (readonly unknown[])[] = [];
    for (let at = 0; at < files.length; at += filesAtOnce) {
      const some = files.slice(at, at + filesAtOnce);
      const selects = some.map(
        (file) => `SELECT * FROM (\n${printPlan(ranges.of(file), engineDialect)}\n) AS f`,
      );
      answers.push(...(await run(selects.join("\nUNION ALL\n"))));
    }
    const columns = plan.columns.map(({ name }, at): [string, readonly (number | null)[]] => [
      name,
      [merged(ranges.functions[at] ?? "max", numbersIn(answers, at))],
    ]);
    return { rows: 1, columns: new Map(columns) };
  } catch (error) {
    if (error instanceof EngineError && error.failure !== "cancelled") return undefined;
    throw error;
  }
}

interface Ranges {
  readonly paths: readonly string[];
  readonly functions: readonly AggregateFunction[];
  readonly of: (file: string) => Plan;
}

function rangesIn(plan: Plan): Ranges | undefined {
  const { relation } = plan;
  if (relation.kind !== "select" || !isPlain(relation)) return undefined;
  const { from: grouped, columns } = relation;
  if (grouped.kind !== "group" || grouped.keys.length > 0 || grouped.having !== undefined) {
    return undefined;
  }
  const { from: rows } = grouped;
  if (rows.kind !== "select" || !isPlain(rows) || rows.from.kind !== "source") return undefined;
  const { source } = rows.from;
  const areColumns = rows.columns.every(([, value]) => value.kind === "column");
  if (!areColumns || source.kind !== "files" || source.format !== "parquet") return undefined;
  if (source.paths.length === 1 && !source.paths.some(isPattern)) return undefined;
  const places = new Map(columns);
  const functions = plan.columns.map(({ name, type }) =>
    type === "double" ? functionOf(grouped, places.get(name)) : undefined,
  );
  if (!functions.every((fn) => fn !== undefined)) return undefined;
  const of = (file: string): Plan => {
    const single = from({ ...source, paths: [file] });
    const again = group(select(single, rows.columns), [], grouped.columns);
    return { ...plan, relation: select(again, columns) };
  };
  return { paths: source.paths, functions, of };
}

const isPlain = (node: Extract<Relation, { kind: "select" }>): boolean =>
  node.where === undefined && node.orderBy.length === 0 && node.limit === undefined;

/** The aggregate that a column casts to DOUBLE, of a column of the rows or of whole rows. */
function functionOf(
  { columns }: Extract<Relation, { kind: "group" }>,
  value: Expression | undefined,
): AggregateFunction | undefined {
  if (value?.kind !== "cast" || value.to !== "double" || value.value.kind !== "column") {
    return undefined;
  }
  const { name } = value.value;
  const aggregate = columns.find(([alias]) => alias === name)?.[1];
  if (aggregate?.kind !== "aggregate") return undefined;
  const { fn, value: of } = aggregate;
  if (fn === "count") return of === undefined || of.kind === "column" ? fn : undefined;
  return (fn === "min" || fn === "max") && of?.kind === "column" ? fn : undefined;
}

async function filesOf(
  run: Run,
  paths: readonly string[],
): Promise<{ readonly files: readonly string[]; readonly rows: number }> {
  const list = paths.map(duckdbDialect.text).join(", ");
  const answer = await run(`SELECT file_name, num_rows FROM parquet_file_metadata([${list}])`);
  const rows = answer.reduce((sum, [, size]) => sum + Number(size), 0);
  return { files: answer.map(([file]) => String(file)), rows };
}

const isPattern = (path: string): boolean => /[*?[\]{}]/.test(path);

const numbersIn = (rows: readonly (readonly unknown[])[], at: number): readonly number[] =>
  rows.flatMap((row) => (row[at] === null ? [] : [Number(row[at])]));

/** NULL where all files say NULL; NaN is the largest, as in DuckDB. */
function merged(fn: AggregateFunction, values: readonly number[]): number | null {
  if (fn === "count") return values.reduce((sum, value) => sum + value, 0);
  const numbers = values.filter((value) => !Number.isNaN(value));
  const pick = (most: (a: number, b: number) => number): number | null =>
    numbers.length === 0 ? (values[0] ?? null) : numbers.reduce((a, b) => most(a, b));
  if (fn === "min") return pick(Math.min);
  return numbers.length < values.length ? Number.NaN : pick(Math.max);
}
