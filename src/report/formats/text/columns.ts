import type { Paint, Style } from "./paint.js";
import { columnsOf, padEnd, padStart, wrap } from "./wrap.js";

/** A column of a table in the terminal, with a cell for every row. */
export interface TextColumn {
  readonly header: string;
  readonly align: "left" | "right" | "point";
  readonly cells: readonly string[];
  /** Columns with a higher number are left out first where the width does not suffice. */
  readonly spare?: number;
}

/** What stands in a row in place of its cells from the column `from` on. */
export interface Instead {
  readonly from: string;
  readonly text: string;
  readonly style?: Style;
}

const GAP = 2;
const INDENT = 2;

/** The lines of a table, header first, in the width where that can be. */
export function drawColumns(
  columns: readonly TextColumn[],
  instead: readonly (Instead | null)[],
  width: number,
  paint: Paint,
): readonly string[] {
  const laid = fitting(columns.filter(hasCells).map(lay), width);
  const header = laid.map((column) => pad(column, column.header)).join(" ".repeat(GAP));
  const rows = instead.flatMap((replacement, at) => drawRow(laid, at, replacement, width, paint));
  return [paint("dim", margin(header)), ...rows];
}

/** Columns that the widest row of a table takes. */
export const widthOf = (columns: readonly TextColumn[]): number =>
  totalWidth(columns.filter(hasCells).map(lay));

/** The headers of the columns that the width leaves out. */
export function leftOut(columns: readonly TextColumn[], width: number): readonly string[] {
  const all = columns.filter(hasCells).map(lay);
  const kept = new Set(fitting(all, width));
  return all.flatMap((column) => (kept.has(column) ? [] : [column.header]));
}

interface Laid extends TextColumn {
  readonly width: number;
}

function hasCells(column: TextColumn): boolean {
  return column.cells.some((cell) => cell !== "");
}

function lay(column: TextColumn): Laid {
  const cells = column.align === "point" ? alignPoints(column.cells) : column.cells;
  return { ...column, cells, width: Math.max(...[column.header, ...cells].map(columnsOf)) };
}

function fitting(columns: readonly Laid[], width: number): readonly Laid[] {
  const spare = Math.max(...columns.map((column) => column.spare ?? 0));
  if (spare === 0 || totalWidth(columns) <= width) return columns;
  return fitting(
    columns.filter((column) => column.spare !== spare),
    width,
  );
}

function totalWidth(columns: readonly Laid[]): number {
  return columns.reduce((sum, column) => sum + column.width + GAP, INDENT - GAP);
}

function pad(column: Laid, cell: string): string {
  return column.align === "left" ? padEnd(cell, column.width) : padStart(cell, column.width);
}

function drawRow(
  columns: readonly Laid[],
  at: number,
  instead: Instead | null,
  width: number,
  paint: Paint,
): readonly string[] {
  const from = columns.findIndex((column) => column.header === instead?.from);
  const kept = instead === null || from < 0 ? columns : columns.slice(0, from);
  const line = kept.map((column) => pad(column, column.cells[at] ?? "")).join(" ".repeat(GAP));
  if (instead === null) return [margin(line)];
  const offset = totalWidth(kept) + GAP;
  const [first = "", ...more] = wrap(instead.text, Math.max(20, width - offset)).map((text) =>
    instead.style === undefined ? text : paint(instead.style, text),
  );
  return [
    `${" ".repeat(INDENT)}${line}${" ".repeat(GAP)}${first}`,
    ...more.map((text) => `${" ".repeat(offset)}${text}`),
  ];
}

function margin(line: string): string {
  return `${" ".repeat(INDENT)}${line}`.trimEnd();
}

/** Pads numbers on the right so that, aligned right, their decimal points stand in one column. */
export function alignPoints(cells: readonly string[]): readonly string[] {
  const tail = Math.max(0, ...cells.map(tailOf));
  return cells.map((cell) => (cell === "" ? cell : cell + " ".repeat(tail - tailOf(cell))));
}

function tailOf(cell: string): number {
  const point = cell.indexOf(".");
  return point < 0 ? 0 : cell.length - point;
}

/** Cells with those left blank that repeat the one above: `["a", "a", "b"]` becomes `["a", "", "b"]`. */
export function onlyChanges(cells: readonly string[]): readonly string[] {
  return cells.map((cell, at) => (at > 0 && cells[at - 1] === cell ? "" : cell));
}
