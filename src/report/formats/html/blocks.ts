import { capital } from "../../../plain-line.js";
import {
  type Block,
  type Column,
  type FilledRow,
  filled,
  type Grid,
  isGrid,
  type Prose,
  type RichCell,
} from "../grid.js";
import { html, type Markup } from "./markup.js";

/** Blocks one after the other on a page; what follows each other under one line is folded away together. */
export function blocksMarkup(blocks: readonly Block[]): Markup {
  const parts = blocks.map((block, at) => {
    const summary = block.folded;
    const isSame = (other: Block | undefined): boolean =>
      summary !== undefined && other?.folded === summary;
    const body = bodyOf(block);
    if (summary === undefined) return body;
    return html`${!isSame(blocks[at - 1]) && html`<details${classes(block.isOfScreen && "screen")}><summary>${summary}</summary>`}${body}${
      !isSame(blocks[at + 1]) &&
      html`</details>
`
    }`;
  });
  return html`${parts}`;
}

function bodyOf(block: Block): Markup {
  if ("picture" in block) return block.picture;
  return isGrid(block) ? tableOf(block) : proseOf(block);
}

function proseOf({ sentences, isList, isStrong }: Prose): Markup {
  if (isList) return html`<ul>${sentences.map((sentence) => html`<li>${sentence}</li>`)}</ul>`;
  const markup = classes(isStrong && "conclusion");
  return html`${sentences.map(
    (sentence) => html`<p${markup}>${sentence}</p>
`,
  )}`;
}

/** A table with a caption, in a box that scrolls sideways where the page is narrow. */
function tableOf(grid: Grid): Markup {
  const { columns, rows } = filled(grid);
  const caption = grid.title === undefined ? grid.caption : capital(grid.caption);
  const notes = html`${grid.notes?.map((note) => html`<p>${note}</p>`)}`;
  if (grid.columns.length === 0) return html`<h3>${caption}</h3>${notes}`;
  const isSpannedOnly = rows.some(
    ({ cells, instead }) => instead !== null && cells.length >= columns.length,
  );
  return html`<div class="scroll" role="region" aria-label="${caption}" tabindex="0"><table>
<caption>${caption}</caption>
<thead><tr>${columns.map(headOf)}${isSpannedOnly && html`<td></td>`}</tr></thead>
<tbody>${rows.map((row) => rowOf(row, columns))}</tbody>${footOf(columns)}
</table></div>${notes}`;
}

const headOf = ({ header, numeric }: Column): Markup =>
  header === ""
    ? html`<td></td>`
    : html`<th scope="col"${classes(numeric && "number")}>${header}</th>`;

function rowOf({ cells, instead }: FilledRow, columns: readonly Column[]): Markup {
  const markups = cells.map((cell, at) => cellOf(cell, columns[at], at === 0));
  const rest =
    instead === null
      ? null
      : html`<td class="none" colspan="${Math.max(1, columns.length - cells.length)}">${instead}</td>`;
  return html`
<tr>${markups}${rest}</tr>`;
}

function cellOf(cell: RichCell, column: Column | undefined, isFirst: boolean): Markup {
  const { text, word, reading, tone, note, mark, picture, href } = cell;
  const isToned = tone !== undefined && word === undefined && reading === undefined;
  const markup = classes(column?.numeric && "number", word && "cell", isToned && "toned", tone);
  const plain = column?.code === true ? html`<code>${text}</code>` : html`${text}`;
  const written = href === undefined ? plain : html`<a href="${href}">${plain}</a>`;
  const body = html`${word && html`<span class="word">${word}</span> `}${word ? wholeInterval(text) : written}${reading && html`<br><span class="reading">${reading}</span>`}${note === undefined && mark ? ` ${mark}` : null}${note && html`<br><span class="note">${note}</span>`}${picture}`;
  return isFirst ? html`<th scope="row"${markup}>${body}</th>` : html`<td${markup}>${body}</td>`;
}

/** A narrow column parts a number from its interval, but no interval, and no number from its %. */
function wholeInterval(numbers: string): Markup {
  const [number = "", interval] = numbers.split(/ (?=\[)/);
  const parts = number
    .split(/(\S+ %)/)
    .map((part, at) => (at % 2 === 0 ? part : html`<span class="interval">${part}</span>`));
  return interval === undefined
    ? html`${parts}`
    : html`${parts} <span class="interval">${interval}</span>`;
}

function footOf(columns: readonly Column[]): Markup | null {
  const at = columns.findIndex(({ axis }) => axis !== undefined);
  if (at < 0) return null;
  const after = columns.length - at - 1;
  return html`
<tfoot><tr><td colspan="${at}"></td><td>${columns[at]?.axis}</td>${after > 0 && html`<td colspan="${after}"></td>`}</tr></tfoot>`;
}

const classes = (...names: readonly (string | false | undefined)[]): Markup | null => {
  const classes = names.filter(Boolean);
  return classes.length === 0 ? null : html` class="${classes.join(" ")}"`;
};
