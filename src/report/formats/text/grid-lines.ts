import {
  type Column,
  cellText,
  filled,
  type Grid,
  type Tone,
  tones,
  withoutPictures,
} from "../grid.js";
import type { TextStyle } from "./text-block.js";
import { columnsOf, padEnd, padStart, wrap } from "./wrap.js";

const GAP = 2;
const INDENT = 2;
/** A last column of texts is wrapped, but not to fewer columns of the terminal. */
const leastFlow = 20;

/** A column with the texts of its rows; null where another text stands in their place. */
interface TextColumn extends Column {
  readonly cells: readonly (string | null)[];
  readonly tones: readonly (Tone | undefined)[];
  readonly width: number;
}

/** The lines of a table, header first; columns that are left out for want of width are named last. */
export function gridLines(grid: Grid, style: TextStyle): readonly string[] {
  const { laid, instead } = layOut(grid);
  if (laid.length === 0) return [];
  const columns = fitting(laid, style.width);
  const left = laid.filter((column) => !columns.includes(column)).map(({ header }) => header);
  const parts = partsOf(columns, style.width);
  const narrow = `A wider terminal, the page and CSV also have ${left.join(", ")}.`;
  return [
    ...parts.flatMap((part) => tableLines(part, instead, style)),
    ...(left.length === 0 ? [] : wrap(narrow, style.width - 2, 2).map((line) => `  ${line}`)),
  ];
}

export const fits = (grid: Grid, width: number): boolean => totalWidth(layOut(grid).laid) <= width;

function layOut(grid: Grid): {
  readonly laid: readonly TextColumn[];
  readonly instead: readonly (string | null)[];
} {
  const { columns, rows } = filled(withoutPictures(grid));
  const laid = columns.map((column, at): TextColumn => {
    const source = rows.map(({ cells }) => cells[at]);
    const cells = aligned(
      column,
      source.map((cell) => (cell === undefined ? null : cellText(cell))),
    );
    const width = Math.max(...[column.header, ...cells].map((cell) => columnsOf(cell ?? "")));
    return { ...column, cells, tones: source.map((cell) => cell?.tone), width };
  });
  const first = laid.filter(({ groups = false }) => groups);
  return {
    laid: [...first, ...laid.filter(({ groups = false }) => !groups)],
    instead: rows.map(({ instead }) => instead),
  };
}

function aligned(
  { numeric, groups }: Column,
  cells: readonly (string | null)[],
): readonly (string | null)[] {
  if (groups === true) return onlyChanges(cells);
  return numeric === "point" ? alignPoints(cells) : cells;
}

/** Without the columns that are spare, those with the highest number first, where the width does not suffice. */
function fitting(columns: readonly TextColumn[], width: number): readonly TextColumn[] {
  const spare = Math.max(...columns.map((column) => column.spare ?? 0));
  if (spare === 0 || leastWidth(columns) <= width) return columns;
  return fitting(
    columns.filter((column) => column.spare !== spare),
    width,
  );
}

/** Columns that still do not fit stand in further tables, each after the first column. */
function partsOf(
  columns: readonly TextColumn[],
  width: number,
): readonly (readonly TextColumn[])[] {
  const [first, ...others] = columns;
  const most = columns.findLastIndex((_, at) => leastWidth(columns.slice(0, at + 1)) <= width) + 1;
  const kept = Math.max(2, most);
  if (first === undefined || kept >= columns.length) return [columns];
  return [columns.slice(0, kept), ...partsOf([first, ...others.slice(kept - 1)], width)];
}

const totalWidth = (columns: readonly TextColumn[]): number =>
  columns.reduce((sum, column) => sum + column.width + GAP, INDENT - GAP);

/** The least width of a table, whose last column may be wrapped. */
function leastWidth(columns: readonly TextColumn[]): number {
  const last = columns.at(-1);
  const saved = last === undefined || last.numeric ? 0 : Math.max(0, last.width - leastFlow);
  return totalWidth(columns) - saved;
}

function tableLines(
  columns: readonly TextColumn[],
  instead: readonly (string | null)[],
  { width, paint }: TextStyle,
): readonly string[] {
  const header = columns.map((column) => pad(column, column.header)).join(" ".repeat(GAP));
  const rows = instead.flatMap((text, at) => rowLines(columns, at, text, width, paint));
  return [paint("dim", `  ${header}`.trimEnd()), ...rows];
}

const pad = ({ numeric, width }: TextColumn, cell: string): string =>
  numeric ? padStart(cell, width) : padEnd(cell, width);

/** A row; the text in place of its cells, or in its last one, is wrapped. */
function rowLines(
  columns: readonly TextColumn[],
  at: number,
  instead: string | null,
  width: number,
  paint: TextStyle["paint"],
): readonly string[] {
  const last = columns.at(-1);
  const isFlowing = instead === null && last !== undefined && !last.numeric && columns.length > 1;
  const fixed = instead === null ? columns : columns.filter(({ cells }) => cells[at] !== null);
  const kept = isFlowing ? columns.slice(0, -1) : fixed;
  const cells = kept.map((column) => {
    const tone = column.tones[at];
    const padded = pad(column, column.cells[at] ?? "");
    return tone === undefined
      ? padded
      : padded.replace(/\S(.*\S)?/, (text) => paint(tones[tone], text));
  });
  const line = `${" ".repeat(INDENT)}${cells.join(" ".repeat(GAP))}`;
  const flow = isFlowing ? last.cells[at] : instead;
  if (flow === null || flow === undefined) return [line.trimEnd()];
  const offset = totalWidth(kept) + GAP;
  const tone = isFlowing ? last.tones[at] : undefined;
  const colour = tone === undefined ? (isFlowing ? undefined : "dim") : tones[tone];
  const [first = "", ...more] = wrap(flow, Math.max(leastFlow, width - offset)).map((text) =>
    colour === undefined ? text : paint(colour, text),
  );
  return [
    `${line}${" ".repeat(GAP)}${first}`.trimEnd(),
    ...more.map((text) => `${" ".repeat(offset)}${text}`),
  ];
}

/** Pads numbers on the right so that, aligned right, their decimal points stand in one column. */
export function alignPoints(cells: readonly (string | null)[]): readonly (string | null)[] {
  const tail = Math.max(0, ...cells.map(tailOf));
  return cells.map((cell) => (cell ? cell + " ".repeat(tail - tailOf(cell)) : cell));
}

function tailOf(cell: string | null): number {
  const point = cell?.indexOf(".") ?? -1;
  return cell === null || point < 0 ? 0 : cell.length - point;
}

/** Cells with those left blank that repeat the one above: `["a", "a", "b"]` becomes `["a", "", "b"]`. */
export function onlyChanges<Each extends string | null>(
  cells: readonly Each[],
): readonly (Each | "")[] {
  return cells.map((cell, at) => (at > 0 && cells[at - 1] === cell ? "" : cell));
}
