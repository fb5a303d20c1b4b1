import { type Reason, reason, StudyError } from "../../errors.js";
import type { FittedColumn } from "../../fitting/reward-model/fitted-columns.js";
import { withItemMeans } from "../../fitting/reward-model/item-means.js";
import { contextsOf, type ToFit } from "../../fitting/reward-model/placed-rows.js";
import { readScales, sizesPlan } from "../../fitting/reward-model/scales.js";
import type { BoundLog } from "../../log/bind.js";
import type { LogSpec } from "../../log/log-spec.js";
import { useOf } from "../../log/role-use.js";
import { describeSource } from "../../log/sources/index.js";
import { didYouMean } from "../../numeric/nearest-name.js";
import type { Connection } from "../../sql/engine.js";
import type { Keep } from "../../sql/relation.js";
import { collect } from "../../sql/run/collect.js";
import type { SourceColumn } from "../../sql/source-column.js";

export const predictedColumns = (fitted: readonly FittedColumn[]): readonly SourceColumn[] =>
  fitted.map(({ column }) => ({ name: column, type: "double" }));

/** The columns of a log that are read: what roles name, without predictions, and with what these are fitted by. */
export function columnsToRead(
  fitted: readonly FittedColumn[],
  named: readonly string[],
): readonly string[] {
  const made = new Set(fitted.map(({ column }) => column));
  return [...new Set([...named.filter((name) => !made.has(name)), ...contextsOf(fitted)])];
}

/** Throws a StudyError for contexts that are no columns of the log, or hold what no key does. */
export function requireContexts(
  log: LogSpec,
  fitted: readonly FittedColumn[],
  columns: readonly SourceColumn[],
): void {
  const problems = fitted.flatMap(({ reward, fit: { context } }): readonly Reason[] => {
    if (context === undefined) return [];
    const path = `log.rewards.${reward}.prediction.context`;
    const column = columns.find(({ name }) => name === context);
    const where = describeSource(log.source);
    const facts = { path, column: context, source: where };
    if (column === undefined) {
      const names = columns.map(({ name }) => name);
      const message = `${path} names column "${context}", which ${where} does not have.${didYouMean(context, names)}`;
      return [reason("columnMissing", message, facts)];
    }
    if (keyTypes.includes(column.type)) return [];
    const message = `${path} needs a column of whole numbers, text, dates or true and false; "${context}" in ${where} is ${column.type}. Cast it with log.source: { sql: "select …" }.`;
    return [reason("columnType", message, { ...facts, expected: keyTypes.join(", ") })];
  });
  if (problems.length > 0) throw new StudyError(problems);
}

const keyTypes: readonly string[] = ["bigint", "text", "date", "boolean"];

/** A log and its table of candidates before predictions that are fitted on it. */
interface PredictionInputs {
  readonly plain: BoundLog;
  readonly table: { readonly log: BoundLog; readonly names: readonly string[] } | undefined;
  readonly columns: readonly SourceColumn[];
  readonly fitted: readonly FittedColumn[];
}

export async function predictedRows(
  { engine, options }: Connection,
  { plain, table, columns, fitted }: PredictionInputs,
): Promise<{ readonly bound: BoundLog; readonly candidates: BoundLog | undefined }> {
  if (fitted.length === 0) return { bound: plain, candidates: table?.log };
  const logs = [plain, ...(table === undefined ? [] : [table.log])];
  const names = [...new Set(columns.map(({ name }) => name))];
  const itemsAreWhole = logs.every((log) => isWhole(log));
  const toFit: ToFit = { log: plain, names, fitted, itemsAreWhole };
  const scales = readScales(await collect(engine, sizesPlan(toFit), options), fitted);
  const keep: Keep = Object.freeze({});
  const predicted = withItemMeans(toFit, scales, keep);
  const candidates = table && { ...table.log, rows: predicted(table.log, table.names) };
  return { bound: { ...plain, rows: predicted(plain, names), keep }, candidates };
}

function isWhole(log: BoundLog): boolean {
  const source = useOf(log, "item")?.source;
  return typeof source === "object" && source.type === "bigint";
}
