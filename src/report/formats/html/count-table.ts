import type { describeCounts } from "../../words/log-size.js";
import { html, type Markup } from "./markup.js";
import { scrollingTable } from "./table.js";

/** What was counted in a log, as a table of a page. */
export function countTable(counts: ReturnType<typeof describeCounts>): Markup {
  const rows = counts.map(
    ({ name, count }) =>
      html`<tr><th scope="row">${name}</th><td class="number">${count}</td></tr>`,
  );
  const headings = [{ name: "Counted" }, { name: "Number", numeric: true }];
  return scrollingTable("What else the survey counted", headings, rows);
}
