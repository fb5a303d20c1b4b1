import { defineElement, type Element } from "../../element.js";
import { html } from "../../formats/html/markup.js";
import { toJson } from "../../formats/json/to-json.js";
import type { ReportedResult } from "../../source.js";

export const study: Element<ReportedResult> = defineElement({
  name: "study",
  title: "The study",
  always: true,
  view: (result: ReportedResult) => ({ text: toJson(result.study), hindcast: result.hindcast }),
  summary: ({ hindcast }) => `as it was read, with all defaults; Hindcast ${hindcast}`,
  html: ({ text }) => html`<pre tabindex="0">${text}</pre>`,
});
