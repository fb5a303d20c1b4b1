import { EngineError, type Facts, reason } from "../../errors.js";
import type { Batch, BatchColumn, CallOptions, Engine, Plan } from "../../sql/engine.js";
import { cast, column } from "../../sql/expression.js";
import { from, type Named, select } from "../../sql/relation.js";
import { collect } from "../../sql/run/collect.js";
import { type Table, tableOf } from "../../sql/run/table.js";
import type { Result } from "./find-results.js";
import { isOfPart, type Part } from "./read-parts.js";
import { readingWhole, sourceOf } from "./result-files.js";
import { readFrom, slotsOf } from "./slots.js";
import { endOf, type Statement, textMark } from "./statement.js";

/** The rows of a statement's result in its plan's types. Throws EngineError where the files do not hold them all. */
export function readResult(
  reader: Engine,
  result: Result,
  { plan, isOneRow }: Pick<Statement, "plan" | "isOneRow">,
  options: CallOptions,
): Promise<Table> {
  const { files, part } = result;
  return readingWhole(files, async () => {
    const { rows, columns } =
      part === undefined
        ? await readAlone(reader, result, plan, options)
        : await readPart(reader, { ...result, part }, plan, options);
    if (isOneRow && rows !== 1) throw notOneRow(result, plan, rows);
    const entries = plan.columns.map(({ name, type }) => {
      const values = columns.get(name) ?? [];
      return [name, type === "text" ? Array.from(values, textIn(name, files)) : values] as const;
    });
    return tableOf(rows, new Map(entries));
  });
}

async function readAlone(
  reader: Engine,
  result: Result,
  plan: Plan,
  options: CallOptions,
): Promise<Pick<Table, "rows" | "columns">> {
  const { marker, files } = result;
  const outputs: Plan["columns"] = [
    { name: marker, type: "bigint" },
    ...plan.columns,
    { name: endOf(marker), type: "bigint" },
  ];
  requireColumns(result, { ...plan, columns: outputs });
  const columns = outputs.map(({ name, type }) => [name, cast(column(name), type)] as const);
  const relation = select(from(sourceOf(files)), columns);
  const { purpose } = plan;
  const table = await collect(reader, { purpose, relation, columns: outputs }, options);
  const rows = requireAllRows(result, table, plan);
  return rows === 0 ? { rows, columns: new Map() } : { rows, columns: table.columns };
}

async function readPart(
  reader: Engine,
  result: Result & { readonly part: Part },
  plan: Plan,
  options: CallOptions,
): Promise<Table> {
  const { files, part } = result;
  const slots = slotsOf(plan, part.isInSteps);
  requireColumns(result, { ...plan, columns: slots });
  const columns = slots.map((slot, i): Named => [plan.columns[i]?.name ?? "", readFrom(slot)]);
  const relation = select(from(sourceOf(files)), columns, { where: isOfPart(part) });
  const table = await collect(reader, { ...plan, relation }, options);
  if (part.openings > 1 || table.rows !== part.rows) {
    const isShort = part.openings === 1 && table.rows < part.rows;
    throw miscounted(result, plan, { rows: table.rows, expected: [part.rows], isShort });
  }
  if (part.isCut) throw cutShort(result, plan, "the number of its statement");
  return table;
}

function requireColumns({ files, columns }: Result, { purpose, columns: outputs }: Plan): void {
  const names = new Set(columns.map((name) => name.toLowerCase()));
  const missing = outputs.map(({ name }) => name).filter((name) => !names.has(name.toLowerCase()));
  if (missing.length === 0) return;
  const message = `Expected ${files.join(", ")} to hold the result of "${purpose}", but the column${missing.length > 1 ? "s" : ""} ${missing.slice(0, 6).join(", ")} ${missing.length > 1 ? "are" : "is"} not there. Save the whole result with its header.`;
  throw incomplete(message, { files: [...files], missing });
}

/** How many rows the statement gave, as every row tells; parts of one result are in files of their own. */
function requireAllRows(result: Result, { rows, columns }: Table, plan: Plan): number {
  const { files, marker } = result;
  if (rows === 0) {
    const message = `Expected rows for "${plan.purpose}" in ${files.join(", ")}, but there is only a header: every result has at least one row, which tells how many there are. Save the whole result again.`;
    throw incomplete(message, { files: [...files] });
  }
  const [begins, ends] = [columns.get(marker) ?? [], columns.get(endOf(marker)) ?? []];
  if (begins.some((value, row) => value !== ends[row]))
    throw cutShort(result, plan, "the number of rows");
  const expected = [...new Set(begins)].map(Number);
  const [count = 0] = expected;
  if (expected.length === 1 && rows === Math.max(1, count)) return count;
  const isShort = expected.length === 1 && count > rows;
  throw miscounted(result, plan, { rows, expected, isShort });
}

function miscounted(
  { files }: Result,
  { purpose }: Plan,
  {
    rows,
    expected,
    isShort,
  }: { readonly rows: number; readonly expected: readonly number[]; readonly isShort: boolean },
): EngineError {
  const why = isShort
    ? "The result was cut off when it was saved, or a part is missing: give all of its files."
    : "The same result seems to be given twice, or results of different times: give one.";
  const message = `Expected ${expected.join(" or ")} rows for "${purpose}" in ${files.join(", ")}, but there are ${rows}. ${why}`;
  return incomplete(message, { files: [...files], rows, expected: [...expected] });
}

function cutShort({ files }: Result, { purpose }: Plan, end: string): EngineError {
  const message = `Expected every row of ${files.join(", ")} ("${purpose}") to end with ${end}, as it begins, but one does not: it was cut short when it was saved. Save the whole result again.`;
  return incomplete(message, { files: [...files] });
}

function notOneRow({ files }: Result, { purpose }: Plan, rows: number): EngineError {
  const message = `Expected one row for "${purpose}" in ${files.join(", ")}, as the statement always gives, but there are ${rows}. Run the statement again as it was printed.`;
  return incomplete(message, { files: [...files], rows });
}

const incomplete = (message: string, facts: Facts): EngineError =>
  new EngineError("data", reason("resultIncomplete", message, facts));

/** A text without the mark that tells it from NULL. */
const textIn =
  (name: string, files: readonly string[]) =>
  (cell: unknown): string | null => {
    if (cell === null) return null;
    const value = String(cell);
    if (value.startsWith(textMark)) return value.slice(textMark.length);
    const message = `Expected every text in the column ${name} of ${files.join(", ")} to begin with "${textMark}", as the statement prints it, but got "${value.slice(0, 60)}". Save the result as it came.`;
    throw new EngineError(
      "data",
      reason("resultChanged", message, { files: [...files], column: name }),
    );
  };

/** A table as a statement gives it; no batch of one without rows. */
export function* batchesOf({ rows, columns }: Table): Iterable<Batch> {
  if (rows > 0) yield { rows, columns: columns as ReadonlyMap<string, BatchColumn> };
}
