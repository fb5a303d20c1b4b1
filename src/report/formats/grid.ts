import type { TextBlock, TextStyle } from "../element.js";
import { html, type Markup } from "./html/markup.js";
import { scrollingTable } from "./html/table.js";
import { markdownTable, markdownText } from "./markdown/table.js";
import { drawColumns, leftOut } from "./text/columns.js";
import { wrap } from "./text/wrap.js";

/** A table of texts with a caption, which every format writes in its own way. */
export interface Grid {
  readonly caption: string;
  readonly columns: readonly {
    readonly header: string;
    readonly numeric?: boolean;
    /** Columns with a higher number are left out first in a terminal that is not wide enough, which a note says. */
    readonly spare?: number;
  }[];
  readonly rows: readonly (readonly string[])[];
  /** Sentences under the table. */
  readonly notes?: readonly string[];
}

/** Grids one after the other on a page. */
export const gridsMarkup = (grids: readonly Grid[]): Markup => html`${grids.map(gridMarkup)}`;

function gridMarkup({ caption, columns, rows, notes = [] }: Grid): Markup {
  const headings = columns.map(({ header, numeric = false }) => ({ name: header, numeric }));
  const cell = (text: string, at: number): Markup =>
    at === 0
      ? html`<th scope="row">${text}</th>`
      : html`<td${columns[at]?.numeric === true ? html` class="number"` : null}>${text}</td>`;
  const body = rows.map(
    (cells) => html`
<tr>${cells.map(cell)}</tr>`,
  );
  return html`${scrollingTable(caption, headings, body)}${notes.map((note) => html`<p>${note}</p>`)}`;
}

/** Grids as blocks of a terminal. */
export const gridsText = (grids: readonly Grid[], style: TextStyle): readonly TextBlock[] =>
  grids.map((grid) => gridText(grid, style));

function gridText(
  { caption, columns, rows, notes = [] }: Grid,
  { width, paint }: TextStyle,
): TextBlock {
  const drawn = columns.map(({ header, numeric = false, spare }, at) => ({
    header,
    align: numeric ? ("right" as const) : ("left" as const),
    cells: rows.map((cells) => cells[at] ?? ""),
    ...(spare === undefined ? {} : { spare }),
  }));
  const left = leftOut(drawn, width);
  const narrow =
    left.length === 0 ? [] : [`A wider terminal, the page and CSV also have ${left.join(", ")}.`];
  return {
    lines: [
      ...wrap(caption, width).map((line) => paint("bold", line)),
      ...(columns.length === 0
        ? []
        : drawColumns(
            drawn,
            rows.map(() => null),
            width,
            paint,
          )),
      ...[...notes, ...narrow].flatMap((note) =>
        wrap(note, width - 2, 2).map((line) => `  ${line}`),
      ),
    ],
  };
}

/** Grids as blocks of Markdown. */
export const gridsMarkdown = (grids: readonly Grid[]): readonly string[] =>
  grids.flatMap(({ caption, columns, rows, notes = [] }) => [
    `## ${markdownText(caption)}\n\n${markdownTable(
      columns.map(({ header, numeric = false }) => (numeric ? `${header}>` : header)),
      rows,
    )}`,
    ...notes.map(markdownText),
  ]);
