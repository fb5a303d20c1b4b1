import { InternalError } from "../../errors.js";
import type { Batch, BatchColumn, Plan, PlanType } from "../../sql/engine.js";
import type { MetaColumn } from "./events.js";

type Convert = (value: unknown) => number | bigint | string | undefined;

const denormals: ReadonlyMap<unknown, number> = new Map([
  ["nan", Number.NaN],
  ["-nan", Number.NaN],
  ["inf", Infinity],
  ["-inf", -Infinity],
]);

const toDouble: Convert = (value) => (typeof value === "number" ? value : denormals.get(value));
const toText: Convert = (value) => (typeof value === "string" ? value : undefined);
const toBigint: Convert = (value) =>
  Number.isSafeInteger(value) || (typeof value === "string" && /^-?\d+$/.test(value))
    ? BigInt(value as number | string)
    : undefined;

/** What may come back for each promised type, and how one value of it is read. */
const CONVERSIONS: Readonly<Record<PlanType, readonly [RegExp, Convert]>> = {
  double: [/^Float64$/, toDouble],
  text: [/^(?:String|FixedString\(\d+\))$/, toText],
  // Of a count and a BIGINT, ClickHouse makes a Variant of both.
  bigint: [/^(?:Variant\()?(?:U?Int(?:8|16|32|64)(?:, |\)?$))+$/, toBigint],
};

export function batchReader(
  { columns, purpose }: Pick<Plan, "columns" | "purpose">,
  meta: readonly MetaColumn[],
): (rows: readonly (readonly unknown[])[]) => Batch {
  const readers = columns.map(({ name, type }) => {
    const index = meta.findIndex((column) => column.name === name);
    const [pattern, convert] = CONVERSIONS[type];
    const came = meta[index]?.type ?? "no such column";
    if (index < 0 || !pattern.test(unwrapped(came))) throw notAsked(purpose, name, type, came);
    const read = (row: readonly unknown[]): number | bigint | string | null => {
      const value = row[index];
      if (value === null) return null;
      const converted = convert(value);
      if (converted === undefined)
        throw notAsked(purpose, name, type, JSON.stringify(value) ?? "nothing");
      return converted;
    };
    return { name, read };
  });
  return (rows) => ({
    rows: rows.length,
    columns: new Map(readers.map(({ name, read }) => [name, rows.map(read) as BatchColumn])),
  });
}

function unwrapped(type: string): string {
  const inner = /^(?:Nullable|LowCardinality)\((.*)\)$/.exec(type)?.[1];
  return inner === undefined ? type : unwrapped(inner);
}

function notAsked(purpose: string, name: string, type: PlanType, came: string): InternalError {
  return new InternalError(
    `Expected the plan "${purpose}" to give "${name}" as ${type}, but got ${came}.`,
  );
}
