import type { Dialect } from "../../sql/dialect.js";
import type { Plan, PlanType } from "../../sql/engine.js";
import { printPlan } from "../../sql/print.js";
import { columnsRead, markerOf, type Statement } from "./statement.js";
import { endOf, textMark } from "./wrapped.js";

/** Several statements as one: somebody runs it, and its result is that of all of them. */
export interface PackedStatement {
  readonly marker: string;
  readonly purpose: string;
  readonly gives: string;
  readonly sql: string;
}

/** Bytes of a statement: Athena takes 262,144. */
const mostBytes = 240_000;
/** What a part adds to its own statement: some words, and each column of the widest part twice. */
const bytesAround = ({ plan }: Statement): number => 400 + 120 * plan.columns.length;
/** Each part is a scan and some stages of a plan, of which Trino and Athena take 150. */
const mostParts = 10;
/** Rows of a part have empty fields for the columns of wider ones: parts this much narrower go elsewhere. */
const narrower = 0.4;

/**
 * Statements in as few packs as a warehouse takes: those of similar width share one. A statement that is
 * alone stays as it is.
 */
export function packed(
  statements: readonly Statement[],
  dialect: Dialect,
): readonly PackedStatement[] {
  const widestFirst = statements.toSorted((a, b) => widthOf(b) - widthOf(a));
  const packs: { parts: Statement[]; bytes: number }[] = [];
  for (const statement of widestFirst) {
    const last = packs.at(-1);
    const [widest] = last?.parts ?? [];
    const printed = Buffer.byteLength(printPlan(statement.planIn(dialect), dialect));
    const bytes = printed + bytesAround(widest ?? statement);
    const fits =
      last !== undefined &&
      widest !== undefined &&
      last.parts.length < mostParts &&
      last.bytes + bytes <= mostBytes &&
      (statement.isOneRow || widthOf(statement) >= narrower * widthOf(widest));
    if (fits) {
      last.parts.push(statement);
      last.bytes += bytes;
    } else {
      packs.push({ parts: [statement], bytes: printed + bytesAround(statement) });
    }
  }
  return packs.map(({ parts }) => packOf(parts, dialect));
}

const widthOf = ({ plan }: Statement): number => plan.columns.length;

function packOf(parts: readonly Statement[], dialect: Dialect): PackedStatement {
  const [first] = parts;
  const columns = columnsRead(parts);
  const reads = columns.length === 0 ? "" : `; reads ${columns.join(", ")}`;
  if (first !== undefined && parts.length === 1) {
    const { marker, purpose, print } = first;
    return { marker, purpose, gives: `${first.gives}${reads}`, sql: print(dialect) };
  }
  const marker = markerOf(["pack", parts.map((each) => each.marker)]);
  const purposes = [...new Set(parts.map(({ purpose }) => purpose))];
  return {
    marker,
    purpose: `${first?.purpose} and ${parts.length - 1} more`,
    gives: `the rows of ${parts.length} statements: ${purposes.join("; ")}${reads}`,
    sql: print(parts, marker, dialect),
  };
}

/** The columns of a pack: of each type as many as its widest part has. */
export interface Slot {
  readonly name: string;
  readonly type: PlanType;
}

/** The column of a pack in which each column of a plan stands, in the order of the plan's. */
export function slotsOf({ columns }: Pick<Plan, "columns">): readonly Slot[] {
  const used = { bigint: 0, double: 0, text: 0 };
  return columns.map(({ type }) => {
    used[type] += 1;
    return { name: `${type}_${used[type]}`, type };
  });
}

/** The column with the number of a part's rows, in the one row that opens it. */
export const rowsOfPart = (marker: string): string => `${marker}_rows`;

/** The column with the marker of a part and the number of parts, in the one row that opens it. */
export const nameOfPart = (marker: string): string => `${marker}_part`;

export const partPattern: RegExp = /^(hindcast_[0-9a-f]{12}) of (\d+)$/;

/**
 * All parts by UNION ALL: a first column with the number of the part, again as last; a row that opens each part
 * and holds its marker and how many rows follow; the columns of every part in those of the pack.
 */
function print(parts: readonly Statement[], marker: string, dialect: Dialect): string {
  const { identifier } = dialect;
  const slots = widestSlots(parts);
  const [part, isRow, rows, name] = ["part", "is_row", "part_rows", "part_name"].map(identifier);
  const branches = parts.flatMap((statement, i) => {
    const marked = `${textMark}${statement.marker} of ${parts.length}`;
    const own = new Map(slotsOf(statement.plan).map((slot, at) => [slot.name, at]));
    const values = slots.map((slot) => {
      const at = own.get(slot.name);
      const column = at === undefined ? undefined : statement.plan.columns[at];
      if (column === undefined) return dialect.cast("NULL", slot.type);
      const value = `r.${identifier(column.name)}`;
      return slot.type === "text" ? `${dialect.text(textMark)} || ${value}` : value;
    });
    const rowOf = (is: number, own: string, all: readonly string[]): string =>
      listed([
        `${i + 1} AS ${part}`,
        `${is} AS ${isRow}`,
        `${own} AS ${name}`,
        ...all.map((value, at) => `${value} AS ${identifier(slots[at]?.name ?? "")}`),
      ]);
    const none = slots.map(({ type }) => dialect.cast("NULL", type));
    return [
      `SELECT ${rowOf(0, dialect.text(marked), none)}`,
      `SELECT ${rowOf(1, dialect.cast("NULL", "text"), values)}\nFROM (\n${printPlan(statement.planIn(dialect), dialect)}\n) AS r`,
    ];
  });
  const given = [
    `t.${part} AS ${identifier(marker)}`,
    `CASE WHEN t.${isRow} = 0 THEN t.${rows} END AS ${identifier(rowsOfPart(marker))}`,
    `t.${name} AS ${identifier(nameOfPart(marker))}`,
    ...slots.map((slot) => `t.${identifier(slot.name)} AS ${identifier(slot.name)}`),
    `t.${part} AS ${identifier(endOf(marker))}`,
  ];
  return `SELECT ${listed(given)}
FROM (
SELECT COUNT(*) OVER (PARTITION BY u.${part}) - 1 AS ${rows}, u.*
FROM (
${branches.join("\nUNION ALL\n")}
) AS u
) AS t`;
}

function widestSlots(parts: readonly Statement[]): readonly Slot[] {
  const all = new Map(
    parts.flatMap(({ plan }) => slotsOf(plan)).map((slot) => [slot.name, slot] as const),
  );
  const order: readonly PlanType[] = ["text", "bigint", "double"];
  const place = ({ name, type }: Slot): number =>
    order.indexOf(type) * 1e6 + Number(name.slice(type.length + 1));
  return [...all.values()].toSorted((a, b) => place(a) - place(b));
}

const listed = (items: readonly string[]): string => items.join(",\n    ");
