import type { CheckReport } from "../../../evaluate/check.js";
import { defineElement, type Element } from "../../element.js";
import { markdownText } from "../../formats/markdown/markdown-text.js";
import { describeUse } from "../../words/log-size.js";

/** Whether a log is usable. A page says it in its heading. */
export const usable: Element<CheckReport> = defineElement({
  name: "usable",
  title: null,
  always: true,
  view: (report) => ({ sentence: describeUse(report), problems: report.problems.length }),
  text: ({ sentence, problems }, { paint }) => [
    { lines: [paint(colourOf(sentence, problems), sentence)] },
  ],
  markdown: ({ sentence }) => [`# ${markdownText(sentence)}`],
  derived: ({ problems }) => [problems],
});

const colourOf = (sentence: string, problems: number): "red" | "yellow" | "green" =>
  problems > 0 ? "red" : sentence === "The log is usable." ? "green" : "yellow";
