import { defineElement, type Element } from "../../element.js";
import { html } from "../../formats/html/markup.js";
import { toJson } from "../../formats/json/to-json.js";
import type { ReportedResult } from "../../source.js";

export const study: Element<ReportedResult> = defineElement({
  name: "study",
  title: "The study",
  always: true,
  view: (result) => ({ text: toJson(result.study), hindcast: result.hindcast }),
  html: ({ text, hindcast }) =>
    html`<details><summary>As it was read, with every default</summary><pre tabindex="0">${text}</pre></details>
<p class="quiet">Hindcast ${hindcast}</p>`,
});
