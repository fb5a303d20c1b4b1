import type { TextBlock, TextStyle } from "../element.js";
import { html, type Markup } from "./html/markup.js";
import { scrollingTable } from "./html/table.js";
import { markdownTable, markdownText } from "./markdown/table.js";
import { drawColumns } from "./text/columns.js";
import { wrap } from "./text/wrap.js";

/** A table of texts with a caption, which every format writes in its own way. */
export interface Grid {
  readonly caption: string;
  readonly columns: readonly { readonly header: string; readonly numeric?: boolean }[];
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
export const gridsText = (
  grids: readonly Grid[],
  { width, paint }: TextStyle,
): readonly TextBlock[] =>
  grids.map(({ caption, columns, rows, notes = [] }) => ({
    lines: [
      ...wrap(caption, width).map((line) => paint("bold", line)),
      ...drawColumns(
        columns.map(({ header, numeric = false }, at) => ({
          header,
          align: numeric ? "right" : "left",
          cells: rows.map((cells) => cells[at] ?? ""),
        })),
        rows.map(() => null),
        width,
        paint,
      ),
      ...notes.flatMap((note) => wrap(note, width - 2, 2).map((line) => `  ${line}`)),
    ],
  }));

/** Grids as blocks of Markdown. */
export const gridsMarkdown = (grids: readonly Grid[]): readonly string[] =>
  grids.flatMap(({ caption, columns, rows, notes = [] }) => [
    `## ${markdownText(caption)}\n\n${markdownTable(
      columns.map(({ header, numeric = false }) => (numeric ? `${header}>` : header)),
      rows,
    )}`,
    ...notes.map(markdownText),
  ]);
