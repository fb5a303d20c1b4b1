import type { BoundLog } from "../../log/bind.js";
import type { Connection } from "../../sql/engine.js";
import {
  cast,
  column,
  count,
  countDistinct,
  double,
  type Expression,
  equal,
  indicator,
  max,
  min,
  sum,
} from "../../sql/expression.js";
import { plan } from "../../sql/plan.js";
import { from, group, type Named, type Relation, select } from "../../sql/relation.js";
import { askingAhead } from "../../sql/run/ask-ahead.js";
import { ofOneRow } from "../../sql/run/chunks.js";
import { collectWide } from "../../sql/run/collect-wide.js";
import type { Table } from "../../sql/run/table.js";
import type { SourceColumn } from "../../sql/source-column.js";

/** What a column of a log holds. */
export interface ColumnProfile {
  readonly name: string;
  readonly type: SourceColumn["type"];
  /** Where the study names it: "log.rank", "policies.candidate.rank". */
  readonly uses: readonly string[];
  /** Values that are not NULL. */
  readonly values: number;
  /** Null of logs with more than five million rows, and of values that are not compared. */
  readonly distinct: number | null;
  /** Of numbers and days; null of anything else, of whole numbers beyond 2^53, and where there is no value. */
  readonly range: readonly [low: number | string, high: number | string] | null;
  /** Of numbers and truth values, to ten digits: the last ones depend on the order of rows. */
  readonly mean: number | null;
}

/** Whether every value is the same number other than 0: of a reward, that rows without it are missing. */
export const isConstant = ({ distinct, mean }: ColumnProfile): boolean =>
  distinct === 1 && mean !== null && mean !== 0;

export interface LogProfile {
  readonly rows: number;
  readonly columns: readonly ColumnProfile[];
  /** How many rows a trajectory has on average; null where its column is not named, or not counted. */
  readonly rowsPerTrajectory?: number | null;
  /** The share of rows at displayed rank 1; null where no column of numbers is named as the rank. */
  readonly atFirstRank?: number | null;
}

/** Rows up to which different values are counted: beyond them that takes longer than all the rest. */
const mostCounted = 5_000_000;

/**
 * The columns that a study uses, in the source's order, by one statement; another counts different values. Of a
 * log without a study (`isStudy` is false) all columns.
 */
export async function profileLog(
  connection: Connection,
  log: BoundLog,
  isStudy: boolean,
  next?: (rows: number) => Promise<unknown>,
): Promise<LogProfile> {
  const columns = isStudy
    ? usedColumns(log)
    : await connection.engine.describe(log.source, connection.options);
  const relation = isStudy ? log.rows : from(log.source);
  return profileRows(connection, relation, columns, (name) => usesOf(log, name), next);
}

/**
 * What columns of rows hold; `usedAs` says where a study names one of them, and `next` asks what else may be asked
 * once the number of rows is known.
 */
export async function profileRows(
  connection: Connection,
  relation: Relation,
  columns: readonly SourceColumn[],
  usedAs: (name: string) => readonly string[] = () => [],
  next: (rows: number) => Promise<unknown> = async () => undefined,
): Promise<LogProfile> {
  const ranked = columns.find(
    (column) => isNumber(column) && usedAs(column.name).includes("log.rank"),
  );
  const firsts = ranked === undefined ? [] : [firstRanksOf(ranked)];
  const sums = await oneRow(connection, "profile of columns", relation, [
    { name: "rows", value: count(), as: "double" },
    ...columns.flatMap(aggregatesOf),
    ...firsts,
  ]);
  const rows = sums.number("rows_out");
  const counted = rows > mostCounted ? [] : columns.flatMap(distinctOf);
  const distinct =
    counted.length === 0
      ? undefined
      : await askingAhead(
          () => oneRow(connection, "different values", relation, counted),
          () => next(rows),
        );
  const number = (table: Table | undefined, name: string): number | null =>
    table?.columns.has(name) === true ? table.numberOrNull(name) : null;
  const lists = columns.findIndex(({ name }) => usedAs(name).includes("log.trajectory"));
  const trajectories = lists < 0 ? null : number(distinct, `distinct_${lists}_out`);
  const first = number(sums, "first_out");
  return {
    rows,
    rowsPerTrajectory: trajectories ? rows / trajectories : null,
    atFirstRank: first === null || rows === 0 ? null : first / rows,
    columns: columns.map(({ name, type }, at) => {
      const values = sums.number(`values_${at}_out`);
      const sum = number(sums, `sum_${at}_out`);
      return {
        name,
        type,
        uses: usedAs(name),
        values,
        distinct: number(distinct, `distinct_${at}_out`),
        range: rangeOf({ name, type }, sums, at),
        mean: sum === null || values === 0 ? null : Number((sum / values).toPrecision(10)),
      };
    }),
  };
}

interface Aggregate {
  readonly name: string;
  readonly value: Expression;
  readonly as: "double" | "text";
}

const isNumber = ({ type }: SourceColumn): boolean =>
  type === "double" || type === "decimal" || type === "bigint";
const isTime = ({ type }: SourceColumn): boolean => type === "date" || type === "timestamp";

function aggregatesOf(source: SourceColumn, at: number): readonly Aggregate[] {
  const value = column(source.name);
  const values: Aggregate = { name: `values_${at}`, value: count(value), as: "double" };
  const ends = (of: Expression, as: Aggregate["as"]): readonly Aggregate[] => [
    { name: `low_${at}`, value: min(of), as },
    { name: `high_${at}`, value: max(of), as },
  ];
  const total = (of: Expression): Aggregate => ({
    name: `sum_${at}`,
    value: sum(of),
    as: "double",
  });
  if (isTime(source)) return [values, ...ends(cast(value, "text"), "text")];
  if (source.type === "boolean") return [values, total(indicator(value))];
  if (!isNumber(source)) return [values];
  const number = cast(value, "double");
  return [values, ...ends(number, "double"), total(number)];
}

/** Rows whose rank is 1, in any type of numbers. */
const firstRanksOf = ({ name }: SourceColumn): Aggregate => ({
  name: "first",
  value: sum(indicator(equal(cast(column(name), "double"), double(1)))),
  as: "double",
});

const distinctOf = ({ name, type }: SourceColumn, at: number): readonly Aggregate[] =>
  type === "other"
    ? []
    : [{ name: `distinct_${at}`, value: countDistinct(column(name)), as: "double" }];

async function oneRow(
  { engine, options }: Connection,
  purpose: string,
  rows: Relation,
  aggregates: readonly Aggregate[],
): Promise<Table> {
  const inner = aggregates.map(({ name, value }): Named => [name, value]);
  const outer = aggregates.map(({ name, as }): Named => [`${name}_out`, cast(column(name), as)]);
  const ranges = ofOneRow(plan(purpose, select(group(rows, [], inner), outer)));
  const [table] = await collectWide(engine, [ranges], options);
  return table;
}

function rangeOf(source: SourceColumn, table: Table, at: number): ColumnProfile["range"] {
  const [low, high] = [`low_${at}_out`, `high_${at}_out`];
  if (!table.columns.has(low)) return null;
  const ends = isTime(source)
    ? ([table.text(low), table.text(high)] as const)
    : ([table.numberOrNull(low), table.numberOrNull(high)] as const);
  const [least, most] = ends;
  if (least === null || most === null) return null;
  // A double rounds them: the ends would be of no row.
  const isRounded = source.type === "bigint" && ends.some((end) => !Number.isSafeInteger(end));
  return isRounded ? null : [least, most];
}

const usesOf = ({ uses }: BoundLog, name: string): readonly string[] =>
  uses.flatMap(({ path, source }) =>
    typeof source !== "number" && source.name === name ? [path] : [],
  );

const usedColumns = (log: BoundLog): readonly SourceColumn[] =>
  [...log.types]
    .map(([name, type]) => ({ name, type }))
    .filter(({ name }) => usesOf(log, name).length > 0);
