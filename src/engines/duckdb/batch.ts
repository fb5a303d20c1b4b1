import type { DuckDBDataChunk, DuckDBResult, DuckDBTypeId, DuckDBVector } from "@duckdb/node-api";
import { InternalError } from "../../errors.js";
import type { Batch, BatchColumn, Plan, PlanType } from "../../sql/engine.js";
import { client } from "./client.js";

const types = client.DuckDBTypeId;

type Convert = (vector: DuckDBVector) => BatchColumn;

const asIs = (vector: DuckDBVector): BatchColumn => vector.toArray() as BatchColumn;
const widened = (vector: DuckDBVector): BatchColumn =>
  vector.toArray().map((value) => (value === null ? null : BigInt(value as number)));

/** Results are mostly sums and counts without NULL, which need no object each. */
function doubles(vector: DuckDBVector): BatchColumn {
  const values = new Float64Array(vector.itemCount);
  for (let row = 0; row < values.length; row++) {
    const value = vector.getItem(row);
    if (value === null) return asIs(vector);
    values[row] = value as number;
  }
  return values;
}

function wholes(vector: DuckDBVector): BatchColumn {
  const values = new BigInt64Array(vector.itemCount);
  for (let row = 0; row < values.length; row++) {
    const value = vector.getItem(row);
    if (value === null) return asIs(vector);
    values[row] = value as bigint;
  }
  return values;
}

/** What may come back for each promised type, and how it becomes a column of a batch. */
const CONVERSIONS: Readonly<Record<PlanType, ReadonlyMap<DuckDBTypeId, Convert>>> = {
  double: new Map([[types.DOUBLE, doubles]]),
  text: new Map([[types.VARCHAR, asIs]]),
  bigint: new Map([
    [types.BIGINT, wholes],
    [types.HUGEINT, asIs],
    [types.INTEGER, widened],
    [types.SMALLINT, widened],
    [types.TINYINT, widened],
  ]),
};

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
      readers.map(({ name, index, convert }) => [name, convert(chunk.getColumnVector(index))]),
    ),
  });
}
