import { LogError, type Reason, StudyError } from "../../errors.js";
import { unfitColumn } from "../../log/bind.js";
import { type ChangedColumn, changedSource, readsTexts } from "../../log/changed-source.js";
import type { LogSpec } from "../../log/log-spec.js";
import { sourceRef } from "../../log/sources/index.js";
import { fitsCast, isWhole, textCasts } from "../../log/text-casts.js";
import type { Dialect } from "../../sql/dialect.js";
import type { Connection } from "../../sql/engine.js";
import { cast, column, count, indicator, max, min, sum } from "../../sql/expression.js";
import { plan } from "../../sql/plan.js";
import { group, type Named, type Relation } from "../../sql/relation.js";
import { ofOneRow } from "../../sql/run/chunks.js";
import { collectWide } from "../../sql/run/collect-wide.js";
import type { Table } from "../../sql/run/table.js";
import type { SourceColumn } from "../../sql/source-column.js";
import { emptyLog } from "./rules/check-rows.js";

interface Source {
  readonly spec: LogSpec;
  readonly rows: Relation;
  readonly columns: readonly SourceColumn[];
}

/**
 * The error with a value of each column that does not fit, and the query that reads these columns as far as one is
 * known; or what is wrong with the source as a whole.
 */
export async function withExamples(
  { engine, options }: Connection,
  source: Source,
  error: StudyError,
): Promise<Error> {
  const { dialect } = engine;
  const names = [...new Set(error.problems.filter(isUnfit).map(columnOf))];
  const nested = error.problems.flatMap((problem) => fieldOf(problem, source, dialect));
  if (names.length + nested.length === 0) return error;
  const unfit = names.flatMap((name) => source.columns.filter((column) => column.name === name));
  const relation = group(
    source.rows,
    [],
    [["row_count", cast(count(), "double")], ...valuesOf(names), ...readings(unfit)],
  );
  const [table] = await collectWide(
    engine,
    [ofOneRow(plan("values of columns that do not fit", relation))],
    options,
  );
  const rows = table.number("row_count");
  if (rows === 0 && names.length > 0) return emptyLog(source.spec.source);
  const read = unfit.flatMap((column, at) =>
    readingOf(column, { spec: source.spec, at, table, dialect }),
  );
  const changed = [...read.map(({ change }) => change), ...nested];
  const query =
    changed.length === 0
      ? undefined
      : changedSource(
          source.spec.source,
          dialect,
          changed,
          source.columns.map(({ name }) => name),
        );
  let isSaid = false;
  const adviceOn = (name: string): string | undefined => {
    if (query === undefined || !changed.some(([path]) => path === name)) return undefined;
    const asks = read.find(({ change: [path] }) => path === name)?.asks;
    const way = isSaid ? "The query above reads it, too" : `Read it with log.source: ${query}`;
    isSaid = true;
    return `${way}.${asks === undefined ? "" : ` ${asks}.`}`;
  };
  const problems: Reason[] = [];
  let isLogs = true;
  for (const problem of error.problems) {
    const name = columnOf(problem);
    const advice = adviceOn(name);
    if (!isUnfit(problem)) {
      isLogs = false;
      problems.push(advice === undefined ? problem : withField(problem, advice));
      continue;
    }
    const { type, expected } = problem.facts;
    const isOdd = advice === undefined && type === "text" && expected === "numbers";
    const misfits = isOdd
      ? await engine.misfits?.(sourceRef(source.spec.source), name, options)
      : undefined;
    isLogs &&= misfits !== undefined && 2 * misfits.count < rows;
    const example = misfits?.example ?? exampleOf(table, names.indexOf(name));
    problems.push(unfitColumn(problem, { rows, example, misfits, query: advice }));
  }
  // Of a column of numbers a few rows are at fault; else the study names a column that does not fit.
  return isLogs ? new LogError(problems) : new StudyError(problems);
}

const isUnfit = ({ code }: Reason): boolean => code === "columnType";
const columnOf = ({ facts }: Reason): string => String(facts.column);

/** A field of records that a study names as if it were a column: ctx.day. */
function fieldOf(problem: Reason, { columns }: Source, dialect: Dialect): readonly ChangedColumn[] {
  const [first, ...fields] = columnOf(problem).split(".");
  const isRecord = columns.some(({ name, type }) => name === first && type === "other");
  if (problem.code !== "columnMissing" || fields.length === 0 || !isRecord) return [];
  return [[columnOf(problem), columnOf(problem).split(".").map(dialect.identifier).join(".")]];
}

function withField(problem: Reason, advice: string): Reason {
  const { path, column: name, source } = problem.facts;
  const [record] = String(name).split(".");
  const message = `${path} names column "${name}", which ${source} does not have: "${record}" holds records or lists there, and "${name}" may be a field of these. ${advice}`;
  return { ...problem, message };
}

/** The first and last value of columns as text: a value that is not a number is likely there. */
const valuesOf = (names: readonly string[]): readonly Named[] =>
  names.flatMap((name, i): Named[] => [
    [`values_${i}`, cast(count(column(name)), "double")],
    [`first_${i}`, min(cast(column(name), "text"))],
    [`last_${i}`, max(cast(column(name), "text"))],
  ]);

const readings = (columns: readonly SourceColumn[]): readonly Named[] =>
  columns.flatMap((source, at) => {
    const ways = source.type === "text" ? textCasts.map((kind) => fitsCast(source.name, kind)) : [];
    const whole = source.type === "double" ? [isWhole(column(source.name))] : [];
    return [...ways, ...whole].map(
      (when, way): Named => [`way_${at}_${way}`, cast(sum(indicator(when)), "double")],
    );
  });

interface ColumnReading {
  readonly change: ChangedColumn;
  readonly asks: string | undefined;
}

const sameAsDoubles = "As doubles, 99e2 and 9900 are one key";

interface Among {
  readonly spec: LogSpec;
  readonly at: number;
  readonly table: Table;
  readonly dialect: Dialect;
}

function readingOf(
  { name, type }: SourceColumn,
  { spec, at, table, dialect }: Among,
): readonly ColumnReading[] {
  const values = table.number(`values_${at}`);
  const isAll = (way: number): boolean =>
    values > 0 &&
    table.columns.has(`way_${at}_${way}`) &&
    table.numberOrZero(`way_${at}_${way}`) === values;
  const quoted = dialect.identifier(name);
  if (type === "double" && readsTexts(spec.source, dialect))
    return [{ change: [name, undefined], asks: sameAsDoubles }];
  if (type === "double")
    return isAll(0) ? [{ change: [name, dialect.cast(quoted, "bigint")], asks: undefined }] : [];
  const kind = textCasts.find((_, way) => isAll(way));
  return kind === undefined
    ? []
    : [{ change: [name, kind.read(quoted, dialect)], asks: kind.asks }];
}

function exampleOf(table: Table, i: number): string | null {
  const values = [table.text(`last_${i}`), table.text(`first_${i}`)].filter(
    (value) => value !== null,
  );
  const odd = values.find((value) => value.trim() === "" || !Number.isFinite(Number(value)));
  return (odd ?? values[0])?.slice(0, 60) ?? null;
}
