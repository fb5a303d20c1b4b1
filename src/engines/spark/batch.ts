import { type Column, type DataType, Type, tableFromIPC } from "@uwdata/flechette";
import { InternalError } from "../../errors.js";
import type { Batch, BatchColumn, Plan, PlanType } from "../../sql/engine.js";
import type { ArrowBatch } from "./protocol/spark-connect.js";

type Arrow = Column<unknown>;

const TEXTS: readonly number[] = [Type.Utf8, Type.LargeUtf8, Type.Utf8View];

/** What may come back for each promised type, and how it becomes a column of a batch. */
const CONVERSIONS: Readonly<
  Record<
    PlanType,
    { readonly fits: (type: DataType) => boolean; readonly read: (column: Arrow) => BatchColumn }
  >
> = {
  double: {
    fits: (type) => type.typeId === Type.Float && type.precision === 2,
    read: (column) => Array.from(column.toArray() as ArrayLike<number | null>),
  },
  text: {
    fits: (type) => TEXTS.includes(type.typeId),
    read: (column) => Array.from(column.toArray() as ArrayLike<string | null>),
  },
  bigint: {
    fits: (type) => type.typeId === Type.Int && type.signed,
    read: (column) => Array.from(column.toArray() as ArrayLike<number | bigint | null>, widened),
  },
};

function widened(value: number | bigint | null): bigint | null {
  return value === null ? null : BigInt(value);
}

/** The batch that Arrow bytes hold: a whole IPC stream each. */
export function readBatch(
  plan: Pick<Plan, "columns" | "purpose">,
  { rowCount, data }: ArrowBatch,
): Batch {
  // The bytes lie anywhere in a message, and Arrow needs them aligned, so they are copied.
  const table = tableFromIPC(new Uint8Array(data), { useBigInt: true });
  if (BigInt(table.numRows) !== rowCount) {
    throw new InternalError(
      `Expected a batch of ${rowCount} rows for the plan "${plan.purpose}", but its bytes hold ${table.numRows}.`,
    );
  }
  const columns = plan.columns.map(({ name, type }): [string, BatchColumn] => {
    const column = table.schema.fields.some((field) => field.name === name)
      ? (table.getChild(name) as Arrow)
      : undefined;
    if (column !== undefined && CONVERSIONS[type].fits(column.type)) {
      return [name, CONVERSIONS[type].read(column)];
    }
    const came = column === undefined ? "no such column" : describeType(column.type);
    throw new InternalError(
      `Expected the plan "${plan.purpose}" to give "${name}" as ${type}, but got ${came}.`,
    );
  });
  return { rows: table.numRows, columns: new Map(columns) };
}

function describeType({ typeId, ...type }: DataType): string {
  const name = Object.entries(Type).find(([, id]) => id === typeId)?.[0] ?? typeId;
  const details = Object.entries(type).filter(([, value]) => /^\w+$/.test(String(value)));
  return `${name}(${details.map(([key, value]) => `${key} ${value}`).join(", ")})`;
}
