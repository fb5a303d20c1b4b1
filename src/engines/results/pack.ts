import type { Dialect } from "../../sql/dialect.js";
import type { PlanType } from "../../sql/engine.js";
import { printPlan } from "../../sql/print.js";
import { printed, type Slot, slotsOf } from "./slots.js";
import { columnsRead, endOf, listed, markerOf, type Statement, textMark } from "./statement.js";

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
/** Rows of a part have empty fields for the columns of wider ones: parts that would have more go elsewhere. */
const mostEmpty = 10;

interface Pack {
  readonly parts: Statement[];
  bytes: number;
}

/**
 * Statements in few packs, as a warehouse takes them: those of similar width share one, and those of one row go
 * where there is room. A statement that is alone stays as it is.
 */
export function packed(
  statements: readonly Statement[],
  dialect: Dialect,
): readonly PackedStatement[] {
  const widestFirst = statements.toSorted(
    (a, b) => Number(a.isOneRow) - Number(b.isOneRow) || widthOf(b) - widthOf(a),
  );
  const packs: Pack[] = [];
  for (const statement of widestFirst) {
    const printed = Buffer.byteLength(printPlan(statement.planIn(dialect), dialect));
    const bytesIn = ({ parts: [widest] }: Pick<Pack, "parts">): number =>
      printed + Math.max(bytesAround(statement), bytesAround(widest ?? statement));
    const fits = (pack: Pack): boolean =>
      pack.parts.length < mostParts &&
      pack.bytes + bytesIn(pack) <= mostBytes &&
      (statement.isOneRow || widthOf(pack.parts[0] ?? statement) <= widthOf(statement) + mostEmpty);
    const pack = statement.isOneRow ? packs.find(fits) : packs.slice(-1).find(fits);
    if (pack === undefined) {
      packs.push({ parts: [statement], bytes: printed + bytesAround(statement) });
    } else {
      pack.bytes += bytesIn(pack);
      pack.parts.push(statement);
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
  const marker = markerOf(["pack", parts.map((part) => part.marker)]);
  const purposes = [...new Set(parts.map(({ purpose }) => purpose))];
  return {
    marker,
    purpose: `${first?.purpose} and ${parts.length - 1} more`,
    gives: `the rows of ${parts.length} statements: ${purposes.join("; ")}${reads}`,
    sql: print(parts, marker, dialect),
  };
}

/** The column with the number of a part's rows, in the one row that opens it. */
export const rowsOfPart = (marker: string): string => `${marker}_rows`;

/** The column with the marker of a part, the number of parts and how they print numbers, in the one row that opens it. */
export const nameOfPart = (marker: string): string => `${marker}_part`;

export const partPattern: RegExp = /^(hindcast_[0-9a-f]{12}) of (\d+)( in steps)?$/;

/**
 * All parts by UNION ALL: a first column with the number of the part, again as last; a row that opens each part
 * and holds its marker and how many rows follow; the columns of every part in those of the pack.
 */
function print(parts: readonly Statement[], marker: string, dialect: Dialect): string {
  const { identifier } = dialect;
  const slots = widestSlots(parts);
  const [part, isRow, rows, name] = ["part", "is_row", "part_rows", "part_name"].map(identifier);
  const branches = parts.flatMap((statement, i) => {
    const marked = `${textMark}${statement.marker} of ${parts.length} in steps`;
    const cells = new Map(
      slotsOf(statement.plan).map((slot, at) => [
        slot.name,
        printed(`r.${identifier(statement.plan.columns[at]?.name ?? "")}`, slot, dialect),
      ]),
    );
    const values = slots.map(
      ({ name: slot, type }) => cells.get(slot) ?? dialect.cast("NULL", type),
    );
    const rowOf = (is: number, text: string, all: readonly string[]): string =>
      listed([
        `${i + 1} AS ${part}`,
        `${is} AS ${isRow}`,
        `${text} AS ${name}`,
        ...all.map((value, at) => `${value} AS ${identifier(slots[at]?.name ?? "")}`),
      ]);
    const none = slots.map(({ type }) => dialect.cast("NULL", type));
    return [
      `SELECT ${rowOf(0, dialect.text(marked), none)}`,
      `SELECT ${rowOf(1, dialect.cast("NULL", "text"), values)}\nFROM (\n${printPlan(statement.planIn(dialect), dialect)}\n) AS r`,
    ];
  });
  const columns = [
    `t.${part} AS ${identifier(marker)}`,
    `CASE WHEN t.${isRow} = 0 THEN t.${rows} END AS ${identifier(rowsOfPart(marker))}`,
    `t.${name} AS ${identifier(nameOfPart(marker))}`,
    ...slots.map((slot) => `t.${identifier(slot.name)} AS ${identifier(slot.name)}`),
    `t.${part} AS ${identifier(endOf(marker))}`,
  ];
  return `SELECT ${listed(columns)}
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
