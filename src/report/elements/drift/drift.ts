import { defineElement, type Element } from "../../element.js";
import { html, type Markup } from "../../formats/html/markup.js";
import { scrollingTable } from "../../formats/html/table.js";
import { markdownText } from "../../formats/markdown/table.js";
import { paragraphs, titled } from "../../formats/text/blocks.js";
import type { ReportedFeed } from "../../source.js";
import { type DriftDayView, type DriftView, describeDrift } from "./drift-view.js";

/** Whether the recommended curve moves over days, and the days one by one. */
export const drift: Element<ReportedFeed> = defineElement({
  name: "drift",
  title: "Drift over days",
  view: describeDrift,
  html: ({ sentences, days }: DriftView) =>
    html`${sentences.map((sentence) => html`<p>${sentence}</p>`)}${days.length === 0 ? null : html`\n${dayTable(days)}`}`,
  text: ({ sentences }, style) => titled("Drift over days", paragraphs(sentences, style), style),
  markdown: ({ sentences }) =>
    sentences.map((sentence) => `- ${markdownText(`Over days: ${sentence}`)}`),
  derived: ({ days, derived }) => [days.length, ...derived],
});

/** The days one by one, folded away. */
function dayTable(days: readonly DriftDayView[]): Markup {
  const headings = [
    { name: "Day" },
    ...["Trajectories", "Parameter", "SE", "|Δlog p| at rank"].map((name) => ({
      name,
      numeric: true,
    })),
  ];
  const rows = days.map(({ day, trajectories, parameter, value, se, gap, none }) => {
    const who = html`<th scope="row">${day}</th><td class="number">${trajectories}</td>`;
    return none === null
      ? html`
<tr>${who}<td class="number">${parameter} ${value}</td><td class="number">${se}</td><td class="number">${gap}</td></tr>`
      : html`
<tr>${who}<td class="none" colspan="3">${none}</td></tr>`;
  });
  return html`<details><summary>Day by day: ${days.length}</summary>${scrollingTable("The curve of each day by itself", headings, rows)}</details>`;
}
