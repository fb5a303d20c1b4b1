import type { LogFacts } from "../../evaluate/conclude/result.js";
import { sayCounts, sayLog } from "../say/say-log.js";
import { html, type Markup } from "./markup.js";
import { scrollingTable } from "./scrolling-table.js";

/** The log in numbers. */
export function logSection(log: LogFacts): Markup {
  const counts = sayCounts(log.counts);
  const rows = counts.map(
    ({ name, count }) =>
      html`<tr><th scope="row">${name}</th><td class="number">${count}</td></tr>`,
  );
  const headings = [{ name: "Counted" }, { name: "Number", numeric: true }];
  return html`<section aria-labelledby="log"><h2 id="log">The log</h2>
${sayLog(log).map((sentence) => html`<p>${sentence}</p>`)}
${counts.length === 0 ? null : scrollingTable("What the survey counted beside", headings, rows)}</section>`;
}
