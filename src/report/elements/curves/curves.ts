import { defineElement, type Element } from "../../element.js";
import { html, type Markup } from "../../formats/html/markup.js";
import { scrollingTable } from "../../formats/html/table.js";
import { markdownText } from "../../formats/markdown/table.js";
import { paragraphs } from "../../formats/text/blocks.js";
import type { ReportedResult } from "../../source.js";
import { type CurveView, describeCurves } from "../../words/curve-view.js";
import { capital } from "../../words/names.js";

/** The curves of position bias that were fitted, not given. */
export const curves: Element<ReportedResult> = defineElement({
  name: "curves",
  title: "Position bias",
  after: { text: "log", markdown: "log" },
  view: (result) => {
    const views = describeCurves(result);
    return views.length === 0 ? null : views;
  },
  html: (views) =>
    scrollingTable(
      "Curves that were estimated: the chance that a rank is viewed",
      [{ name: "Of" }, { name: "Model" }, { name: "Estimated" }, { name: "From" }],
      views.map(row),
    ),
  text: (views, style) => [
    {
      lines: paragraphs(
        views.map(({ sentence }) => sentence),
        style,
      ),
      joins: true,
    },
  ],
  markdown: (views) => {
    const lines = views.map(({ sentence }) => `- ${markdownText(sentence)}`);
    return [`## Position bias\n\n${lines.join("\n")}`];
  },
  derived: (views) => views.map(({ ranks }) => ranks),
});

function row({ scope, model, numbers, cutoff, source, carried }: CurveView): Markup {
  const estimated = [numbers, cutoff].filter((part) => part !== null).join(", ");
  return html`
<tr><th scope="row">${capital(scope)}</th><td><code>${model}</code></td><td>${estimated}</td><td>${capital(source)}; ${carried}.</td></tr>`;
}
