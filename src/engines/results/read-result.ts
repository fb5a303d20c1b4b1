import { EngineError, type Facts, reason } from "../../errors.js";
import type { BatchColumn, CallOptions, Engine, Plan } from "../../sql/engine.js";
import { cast, column } from "../../sql/expression.js";
import { from, type Named, select } from "../../sql/relation.js";
import { collect } from "../../sql/run/collect.js";
import { type Table, tableOf } from "../../sql/run/table.js";
import type { Result } from "./find-results.js";
import { isOfPart, type Part } from "./read-parts.js";
import { readingWhole, sourceOf } from "./result-files.js";
import { readFrom, slotsOf } from "./slots.js";
import type { Statement } from "./statement.js";
import { endOf, textMark } from "./wrapped.js";

type ResultShape = Pick<Statement, "plan" | "isOneRow">;

/** The rows of a statement's result in its plan's types. Throws EngineError where the files do not hold them all. */
export const readResult = (
  reader: Engine,
  result: Result,
  shape: ResultShape,
  options: CallOptions,
): Promise<Table> => readingWhole(result.files, () => readRows(reader, result, shape, options));

async function readRows(
  reader: Engine,
  result: Result,
  { plan, isOneRow }: ResultShape,
  options: CallOptions,
): Promise<Table> {
  const { marker, files, part } = result;
  if (part !== undefined) return readPart(reader, { ...result, part }, { plan, isOneRow }, options);
  const wanted = [
    { name: marker, type: "bigint" as const },
    ...plan.columns,
    { name: endOf(marker), type: "bigint" as const },
  ];
  requireColumns(result, { ...plan, columns: wanted });
  const columns = wanted.map(({ name, type }) => [name, cast(column(name), type)] as const);
  const relation = select(from(sourceOf(files)), columns);
  const table = await collect(
    reader,
    { purpose: plan.purpose, relation, columns: wanted },
    options,
  );
  const rows = requireAllRows(result, table, plan);
  if (isOneRow && rows !== 1) throw notOneRow(result, plan, rows);
  return tableOf(rows, rows === 0 ? noValues(plan) : unmarked(table, plan, files));
}

/** The rows of one of the statements that were printed as one. */
async function readPart(
  reader: Engine,
  result: Result & { readonly part: Part },
  { plan, isOneRow }: ResultShape,
  options: CallOptions,
): Promise<Table> {
  const { files, part } = result;
  const slots = slotsOf(plan, part.isInSteps);
  requireColumns(result, { ...plan, columns: slots });
  const columns = slots.map((slot, i): Named => [plan.columns[i]?.name ?? "", readFrom(slot)]);
  const relation = select(from(sourceOf(files)), columns, { where: isOfPart(part) });
  const table = await collect(reader, { ...plan, relation }, options);
  requireWholePart(result, table.rows, plan);
  if (isOneRow && table.rows !== 1) throw notOneRow(result, plan, table.rows);
  return tableOf(table.rows, unmarked(table, plan, files));
}

function requireWholePart(
  { files, part }: Result & { readonly part: Part },
  rows: number,
  { purpose }: Plan,
): void {
  const where = files.join(", ");
  if (part.openings > 1 || rows > part.rows) {
    const message = `Expected ${part.rows} rows for "${purpose}" in ${where}, but there are ${rows}. The same result seems to be given twice, or results of different times: give one.`;
    throw incomplete(message, { files: [...files], rows, expected: [part.rows] });
  }
  if (rows < part.rows) {
    const message = `Expected ${part.rows} rows for "${purpose}" in ${where}, but there are ${rows}. The result was cut off when it was saved, or a part is missing: give all of its files.`;
    throw incomplete(message, { files: [...files], rows, expected: [part.rows] });
  }
  if (!part.isCut) return;
  const message = `Expected every row of ${where} ("${purpose}") to end with the number of its statement, as it begins, but one does not: it was cut short when it was saved. Save the whole result again.`;
  throw incomplete(message, { files: [...files] });
}

function requireColumns({ files, columns }: Result, { purpose, columns: wanted }: Plan): void {
  const given = new Set(columns.map((name) => name.toLowerCase()));
  const missing = wanted.map(({ name }) => name).filter((name) => !given.has(name.toLowerCase()));
  if (missing.length === 0) return;
  const message = `Expected ${files.join(", ")} to hold the result of "${purpose}", but the column${missing.length > 1 ? "s" : ""} ${missing.slice(0, 6).join(", ")} ${missing.length > 1 ? "are" : "is"} not there. Save the whole result with its header.`;
  throw incomplete(message, { files: [...files], missing });
}

/** How many rows the statement gave, as every row tells; parts of one result are in files of their own. */
function requireAllRows(
  { files, marker }: Result,
  { rows, columns }: Table,
  { purpose }: Plan,
): number {
  const where = files.join(", ");
  if (rows === 0) {
    const message = `Expected rows for "${purpose}" in ${where}, but there is only a header: every result has at least one row, which tells how many there are. Save the whole result again.`;
    throw incomplete(message, { files: [...files] });
  }
  const told = [...new Set(columns.get(marker) ?? [])].map(Number);
  const ends = columns.get(endOf(marker)) ?? [];
  if (columns.get(marker)?.some((value, row) => value !== ends[row])) {
    const message = `Expected every row of ${where} ("${purpose}") to end with the number of rows, as it begins, but one does not: it was cut short when it was saved. Save the whole result again.`;
    throw incomplete(message, { files: [...files] });
  }
  const [count = 0] = told;
  if (told.length === 1 && rows === Math.max(1, count)) return count;
  const message = `Expected ${told.join(" or ")} rows for "${purpose}" in ${where}, but there are ${rows}. ${
    told.length === 1 && count > rows
      ? "The result was cut off when it was saved, or a part is missing: give all of its files."
      : "The same result seems to be given twice, or results of different times: give one."
  }`;
  throw incomplete(message, { files: [...files], rows, expected: told });
}

function notOneRow({ files }: Result, { purpose }: Plan, rows: number): EngineError {
  const message = `Expected one row for "${purpose}" in ${files.join(", ")}, as the statement always gives, but there are ${rows}. Run the statement again as it was printed.`;
  return incomplete(message, { files: [...files], rows });
}

const incomplete = (message: string, facts: Facts): EngineError =>
  new EngineError("data", reason("resultIncomplete", message, facts));

const noValues = ({ columns }: Plan): Table["columns"] =>
  new Map(columns.map(({ name }) => [name, []]));

/** The plan's columns, texts without the mark that tells them from NULL. */
function unmarked({ columns }: Table, plan: Plan, files: readonly string[]): Table["columns"] {
  return new Map(
    plan.columns.map(({ name, type }) => {
      const values = columns.get(name) ?? [];
      if (type !== "text") return [name, values];
      return [
        name,
        Array.from(values, (value) => (value === null ? null : textOf(String(value), name, files))),
      ];
    }),
  );
}

function textOf(value: string, name: string, files: readonly string[]): string {
  if (value.startsWith(textMark)) return value.slice(textMark.length);
  const message = `Expected every text in the column ${name} of ${files.join(", ")} to begin with "${textMark}", as the statement prints it, but got "${value.slice(0, 60)}". Save the result as it came.`;
  throw new EngineError(
    "data",
    reason("resultChanged", message, { files: [...files], column: name }),
  );
}

/** A column of a table as a batch holds it. */
export const batchColumns = (table: Table): ReadonlyMap<string, BatchColumn> =>
  table.columns as ReadonlyMap<string, BatchColumn>;
