import type { FitResult } from "../../../evaluate/fit.js";
import { defineElement, type Element } from "../../element.js";
import { html } from "../../formats/html/markup.js";

export const fitEnd: Element<FitResult> = defineElement({
  name: "fit-end",
  title: null,
  always: true,
  view: ({ hindcast }) => hindcast,
  html: (hindcast) => html`<p class="quiet">Hindcast ${hindcast}</p>`,
  text: () => [
    { lines: ["Numbers by rank are in --format csv and json, the days in json and html."] },
  ],
});
