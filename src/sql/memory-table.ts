import type { Value } from "./interpreter/value.js";
import type { ColumnType, SourceColumn } from "./source-column.js";

/** `other` where every value is NULL. */
export interface MemoryColumn {
  readonly name: string;
  readonly type: Extract<ColumnType, "double" | "bigint" | "text" | "boolean" | "other">;
  readonly values: readonly Value[];
}

/** Rows in memory. The columns stand behind a function, so that the key of a plan does not hold their values. */
export interface MemoryTable {
  /** Named by its content. */
  readonly name: string;
  readonly rows: number;
  readonly columns: () => readonly MemoryColumn[];
}

export const describeRows = (table: MemoryTable): readonly SourceColumn[] =>
  table.columns().map(({ name, type }) => ({ name, type }));

interface Fault {
  readonly fault: string;
}

type ColumnArrays = Readonly<Record<string, ArrayLike<unknown>>>;

/**
 * Rows as a program holds them (objects, or an object of columns) as a table: whole numbers are BIGINT,
 * other numbers DOUBLE, null and undefined NULL. Returns what is wrong with rows that cannot be a table.
 */
export function memoryTable(input: unknown): MemoryTable | Fault {
  const columns = Array.isArray(input) ? columnsOfRows(input) : columnsOfObject(input);
  if (isFault(columns)) return columns;
  const read = Object.entries(columns).map(([name, values]) => readColumn(name, values));
  const fault = read.find(isFault);
  if (fault !== undefined) return fault;
  const all = read.filter((column): column is MemoryColumn => !isFault(column));
  const rows = all[0]?.values.length ?? 0;
  const odd = all.find(({ values }) => values.length !== rows);
  if (odd !== undefined) {
    return wrong(
      `columns of equal length, but "${all[0]?.name}" has ${rows} values and "${odd.name}" ${odd.values.length}`,
    );
  }
  if (all.length === 0) return wrong("at least one row or one column, but there is none");
  return Object.freeze({ name: `rows_${contentHash(all)}`, rows, columns: () => all });
}

const isFault = (value: object): value is Fault => typeof Object(value).fault === "string";

const wrong = (expected: string): Fault => ({ fault: `rows must be ${expected}` });

function columnsOfRows(rows: readonly unknown[]): ColumnArrays | Fault {
  const odd = rows.findIndex(
    (row) => typeof row !== "object" || row === null || Array.isArray(row),
  );
  if (odd >= 0) return wrong(`objects, but row ${odd} is ${shown(rows[odd])}`);
  const objects = rows as readonly Readonly<Record<string, unknown>>[];
  const names = new Set<string>();
  for (const row of objects) for (const name of Object.keys(row)) names.add(name);
  return Object.fromEntries(
    [...names].map((name) => [name, objects.map((row) => cellOf(row, name))]),
  );
}

const cellOf = (row: Readonly<Record<string, unknown>>, name: string): unknown =>
  Object.hasOwn(row, name) ? row[name] : null;

function columnsOfObject(record: unknown): ColumnArrays | Fault {
  if (typeof record !== "object" || record === null) {
    return wrong(`an array of objects or an object of arrays, but they are ${shown(record)}`);
  }
  for (const [name, values] of Object.entries(record)) {
    if (Array.isArray(values) || (ArrayBuffer.isView(values) && "length" in values)) continue;
    return wrong(`an object of arrays, but column "${name}" is ${shown(values)}`);
  }
  return record as ColumnArrays;
}

type Kind = "number" | "bigint" | "string" | "boolean";

/** The values in one type: numbers that are all whole, and bigints, are BIGINT. */
function readColumn(name: string, cells: ArrayLike<unknown>): MemoryColumn | Fault {
  const values = Array.from(cells, (value) => (value === undefined ? null : value));
  const kinds = new Set<string>();
  for (const [row, value] of values.entries()) {
    if (value === null) continue;
    const kind = typeof value;
    if (!["number", "bigint", "string", "boolean"].includes(kind)) {
      const advice = value instanceof Date ? "; write dates as ISO text such as 2026-11-30" : "";
      return wrong(
        `numbers, texts, true, false and null, but row ${row} of column "${name}" is ${shown(value)}${advice}`,
      );
    }
    kinds.add(kind);
  }
  const [kind, ...others] = [...kinds] as Kind[];
  if (kind === undefined) return { name, type: "other", values: values as Value[] };
  if (kinds.has("number") || kinds.has("bigint"))
    return readNumbers(name, values as Value[], kinds);
  if (others.length > 0) return mixed(name, kinds);
  return { name, type: kind === "string" ? "text" : "boolean", values: values as Value[] };
}

const mixed = (name: string, kinds: ReadonlySet<string>): Fault =>
  wrong(`one type in each column, but column "${name}" holds ${[...kinds].join(" and ")} values`);

function readNumbers(
  name: string,
  values: readonly Value[],
  kinds: ReadonlySet<string>,
): MemoryColumn | Fault {
  if (kinds.has("string") || kinds.has("boolean")) return mixed(name, kinds);
  const isWhole = values.every((value) => typeof value !== "number" || Number.isSafeInteger(value));
  if (!isWhole && kinds.has("bigint")) return mixed(name, new Set(["bigint", "fractional"]));
  if (!isWhole) return { name, type: "double", values };
  const whole = values.map((value) => (value === null ? null : BigInt(value as number | bigint)));
  const wide = whole.find((value) => value !== null && BigInt.asIntN(64, value) !== value);
  if (wide === undefined) return { name, type: "bigint", values: whole };
  return wrong(`whole numbers of 64 bits, but column "${name}" holds ${wide}; write it as text`);
}

function shown(value: unknown): string {
  if (value instanceof Date) return "a Date";
  const text = typeof value === "bigint" ? `${value}n` : (asJson(value) ?? typeof value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

function asJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value, (_, item) => (typeof item === "bigint" ? `${item}n` : item));
  } catch {
    return undefined;
  }
}

/** Two lanes of FNV-1a over names, types and values. */
function contentHash(columns: readonly MemoryColumn[]): string {
  let [a, b] = [0x811c9dc5, 0x9e3779b9];
  const add = (text: string): void => {
    for (let i = 0; i < text.length; i++) {
      a = Math.imul(a ^ text.charCodeAt(i), 0x01000193);
      b = Math.imul(b ^ text.charCodeAt(i), 0x85ebca6b);
    }
    a = Math.imul(a ^ 0xffff, 0x01000193);
    b = Math.imul(b ^ 0xffff, 0x85ebca6b) ^ (b >>> 13);
  };
  for (const { name, type, values } of columns) {
    add(name);
    add(type);
    for (const value of values) add(value === null ? "\0" : String(value));
  }
  return [a, b].map((lane) => (lane >>> 0).toString(16).padStart(8, "0")).join("");
}
