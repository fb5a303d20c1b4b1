import type { CheckReport } from "../../../evaluate/index.js";
import { defineElement, type Element } from "../../element.js";
import { html } from "../../formats/html/markup.js";
import { markdownText } from "../../formats/markdown/table.js";
import { paragraphs } from "../../formats/text/blocks.js";
import { describeCurves } from "../../words/curve-view.js";

/** The curves of position bias that a checked log was fitted with. */
export const checkedCurves: Element<CheckReport> = defineElement({
  name: "checked-curves",
  title: "Position bias",
  view: (report) => {
    const views = describeCurves(report);
    return views.length === 0 ? null : views;
  },
  html: (views) => html`${views.map(({ sentence }) => html`<p>${sentence}</p>`)}`,
  text: (views, style) => [
    {
      lines: [
        style.paint("bold", "Position bias"),
        ...paragraphs(
          views.map(({ sentence }) => sentence),
          style,
        ),
      ],
    },
  ],
  markdown: (views) => [
    `## Position bias\n\n${views.map(({ sentence }) => `- ${markdownText(sentence)}`).join("\n")}`,
  ],
  derived: (views) => views.map(({ ranks }) => ranks),
});
