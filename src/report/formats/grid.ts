import type { Markup } from "./html/markup.js";

/** How a word stands out: by its colour on the page and in a terminal. */
export type Tone = keyof typeof tones;

/** The colours of tones in a terminal; those of the page are in its style. */
export const tones = {
  better: "green",
  worse: "red",
  cannotTell: "yellow",
  doNotTrust: "magenta",
  fail: "red",
  watch: "yellow",
  inconclusive: "yellow",
  ok: "green",
  chosen: "bold",
} as const;

export interface Column {
  readonly header: string;
  /** Right-aligned; `point`: with decimal points under each other in a terminal. */
  readonly numeric?: boolean | "point";
  /** Names as they stand in a study. */
  readonly code?: boolean;
  /** Stands first in a terminal, which leaves out what repeats the row above. */
  readonly groups?: boolean;
  /** Columns with a higher number are left out first in a terminal that is not wide enough, which a note says. */
  readonly spare?: number;
  /** A column of pictures, on the page alone; this is their axis. */
  readonly axis?: Markup;
}

export interface RichCell {
  readonly text: string;
  /** Before the text, in the cell's tone. */
  readonly word?: string;
  /** Behind the text, on the page below it, in the cell's tone. */
  readonly reading?: string;
  readonly tone?: Tone | undefined;
  /** Below the text on the page, in a column of notes in Markdown; in a terminal `mark` stands for it. */
  readonly note?: string;
  readonly mark?: string;
  readonly picture?: Markup | null;
  /** Where the text leads to, on the page: a part of it, or a file beside it. */
  readonly href?: string;
}

export type Cell = string | RichCell;

/** A row whose cells may be fewer than the columns: the text stands in place of the others. */
export interface SpanRow {
  readonly cells: readonly Cell[];
  readonly instead: string;
}

export type Row = readonly Cell[] | SpanRow;

interface Frame {
  /** What a terminal and Markdown write first: on the page the section has it for a heading. */
  readonly title?: string;
  /** Folded away under this line on the page. */
  readonly folded?: string;
  /** Not printed where it is folded. */
  readonly isOfScreen?: boolean;
  /** Left out in a terminal and in Markdown. */
  readonly isOfPage?: boolean;
}

/** A table; a column without any cell is left out. */
export interface Grid extends Frame {
  readonly caption: string;
  /** A part of a section, under a heading of the third level in Markdown. */
  readonly isPart?: boolean;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly notes?: readonly string[];
}

/** Sentences: a paragraph each, or a list. */
export interface Prose extends Frame {
  readonly sentences: readonly string[];
  readonly isList?: boolean;
  readonly isStrong?: boolean;
  /** In a terminal it stands directly under the block before it. */
  readonly joins?: boolean;
}

/** A picture of the page, whose numbers a table holds. */
export interface Picture extends Pick<Frame, "folded" | "isOfScreen"> {
  readonly picture: Markup;
}

export type Block = Grid | Prose | Picture;

export const isGrid = (block: Block): block is Grid => "columns" in block;

/** What a terminal and Markdown write of them. */
export const withoutPage = (blocks: readonly Block[]): readonly (Grid | Prose)[] =>
  blocks.flatMap((block) => ("picture" in block || block.isOfPage === true ? [] : [block]));

/** A heading in a terminal or in Markdown: "Estimates: like per trajectory". */
export const captionOf = ({ title, caption }: Grid): string =>
  [title, caption].filter(Boolean).join(": ");

export const rich = (cell: Cell): RichCell => (typeof cell === "string" ? { text: cell } : cell);

export interface FilledRow {
  readonly cells: readonly RichCell[];
  readonly instead: string | null;
}

export function filled({ columns, rows }: Pick<Grid, "columns" | "rows">): {
  readonly columns: readonly Column[];
  readonly rows: readonly FilledRow[];
} {
  const all = rows.map((row) =>
    "cells" in row
      ? { cells: row.cells.map(rich), instead: row.instead }
      : { cells: row.map(rich), instead: null },
  );
  const isKept = columns.map((_, at) => all.some(({ cells }) => isFilled(cells[at])));
  const kept = <Each>(list: readonly Each[]): readonly Each[] => list.filter((_, at) => isKept[at]);
  return {
    columns: kept(columns),
    rows: all.map(({ cells, instead }) => ({ cells: kept(cells), instead })),
  };
}

const isFilled = (cell: RichCell | undefined): boolean =>
  cell !== undefined && (cell.text !== "" || (cell.picture ?? null) !== null);

export function withoutPictures({ columns, rows }: Grid): Pick<Grid, "columns" | "rows"> {
  const kept = <Each>(list: readonly Each[]): readonly Each[] =>
    list.filter((_, at) => columns[at]?.axis === undefined);
  return {
    columns: kept(columns),
    rows: rows.map((row) => ("cells" in row ? { ...row, cells: kept(row.cells) } : kept(row))),
  };
}

export const cellText = (cell: RichCell | undefined): string =>
  [cell?.word, cell?.text, cell?.reading, cell?.mark].filter(Boolean).join(" ");

export const numeric = (...headers: readonly string[]): readonly Column[] =>
  headers.map((header) => ({ header, numeric: true }));

export const texts = (...headers: readonly string[]): readonly Column[] =>
  headers.map((header) => ({ header }));
