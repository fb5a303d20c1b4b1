import { InternalError } from "../../errors.js";
import type { Batch, BatchColumn, Plan, PlanType } from "../../sql/engine.js";
import type { ConnectionRows } from "./connection.js";

type Read = (value: unknown) => number | bigint | string | undefined;

const number = /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i;
const unbounded: Readonly<Record<string, number>> = {
  nan: Number.NaN,
  inf: Number.POSITIVE_INFINITY,
  infinity: Number.POSITIVE_INFINITY,
  "+infinity": Number.POSITIVE_INFINITY,
  "-inf": Number.NEGATIVE_INFINITY,
  "-infinity": Number.NEGATIVE_INFINITY,
};

const readers: Readonly<Record<PlanType, Read>> = {
  double: (value) => {
    if (typeof value === "number") return value;
    if (typeof value === "bigint") return Number(value);
    if (typeof value !== "string") return undefined;
    return number.test(value) ? Number(value) : unbounded[value.trim().toLowerCase()];
  },
  bigint: (value) => {
    if (typeof value === "bigint") return value;
    if (typeof value === "number") return Number.isSafeInteger(value) ? BigInt(value) : undefined;
    return typeof value === "string" && /^[+-]?\d+$/.test(value) ? BigInt(value) : undefined;
  },
  text: (value) => (typeof value === "string" ? value : undefined),
};

/** The rows of a connection in the plan's types. Throws InternalError for what the plan did not promise. */
export function batchOf({ columns, purpose }: Plan, { names, rows }: ConnectionRows): Batch {
  const places = new Map(names.map((name, at) => [name.toLowerCase(), at]));
  const entries = columns.map(({ name, type }): [string, BatchColumn] => {
    const at = places.get(name.toLowerCase());
    if (at === undefined) throw unpromised(purpose, name, type, `columns ${names.join(", ")}`);
    const values = rows.map((row) => {
      const value = row[at] ?? null;
      if (value === null) return null;
      const read = readers[type](value);
      if (read === undefined) throw unpromised(purpose, name, type, shown(value));
      return read;
    });
    return [name, values as BatchColumn];
  });
  return { rows: rows.length, columns: new Map(entries) };
}

const shown = (value: unknown): string => `${typeof value} ${String(value).slice(0, 60)}`;

const unpromised = (purpose: string, name: string, type: PlanType, came: string): InternalError =>
  new InternalError(
    `Expected the connection to give "${name}" of "${purpose}" as ${type}, but got ${came}.`,
  );
