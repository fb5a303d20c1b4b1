import { type DuckDBDataChunk, type DuckDBResult, DuckDBTypeId } from "@duckdb/node-api";
import { InternalError } from "../../errors.js";
import type { Batch, BatchColumn, Plan, PlanType } from "../../sql/engine.js";

type Convert = (values: readonly unknown[]) => BatchColumn;

const asIs = (values: readonly unknown[]): BatchColumn => values as BatchColumn;
const widened = (values: readonly unknown[]): BatchColumn =>
  values.map((value) => (value === null ? null : BigInt(value as number)));

/** What may come back for each promised type, and how it becomes a column of a batch. */
const CONVERSIONS: Readonly<Record<PlanType, ReadonlyMap<DuckDBTypeId, Convert>>> = {
  double: new Map([[DuckDBTypeId.DOUBLE, asIs]]),
  text: new Map([[DuckDBTypeId.VARCHAR, asIs]]),
  bigint: new Map([
    [DuckDBTypeId.BIGINT, asIs],
    [DuckDBTypeId.HUGEINT, asIs],
    [DuckDBTypeId.INTEGER, widened],
    [DuckDBTypeId.SMALLINT, widened],
    [DuckDBTypeId.TINYINT, widened],
  ]),
};

/** How the chunks of a result become batches of the plan's columns. */
export function batchReader(plan: Plan, result: DuckDBResult): (chunk: DuckDBDataChunk) => Batch {
  const names = result.columnNames();
  const readers = plan.columns.map(({ name, type }) => {
    const index = names.indexOf(name);
    const convert = index < 0 ? undefined : CONVERSIONS[type].get(result.columnTypeId(index));
    if (convert !== undefined) return { name, index, convert };
    const came = index < 0 ? "no such column" : String(result.columnType(index));
    throw new InternalError(
      `Expected the plan "${plan.purpose}" to give "${name}" as ${type}, but got ${came}.`,
    );
  });
  return (chunk) => ({
    rows: chunk.rowCount,
    columns: new Map(
      readers.map(({ name, index, convert }) => [
        name,
        convert(chunk.getColumnVector(index).toArray()),
      ]),
    ),
  });
}
