import { type Hole, html, type Markup } from "./markup.js";

/** A column's heading; numbers stand on the right. */
export interface Heading {
  readonly name: string;
  readonly numeric?: boolean;
}

/** A table with a caption, in a box that scrolls sideways where the page is narrow. */
export function scrollingTable(
  caption: string,
  headings: readonly Heading[],
  body: Hole,
  foot: Hole = null,
): Markup {
  return html`<div class="scroll" role="region" aria-label="${caption}" tabindex="0"><table>
<caption>${caption}</caption>
<thead><tr>${headings.map(({ name, numeric }) => html`<th scope="col"${numeric ? html` class="number"` : null}>${name}</th>`)}</tr></thead>
<tbody>${body}</tbody>${
    foot === null
      ? null
      : html`
<tfoot>${foot}</tfoot>`
  }
</table></div>`;
}
