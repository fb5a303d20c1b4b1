import type { CheckReport } from "../../../evaluate/index.js";
import { defineElement, type Element } from "../../element.js";
import { markdownText } from "../../formats/markdown/table.js";
import { describeUse } from "../../words/log-size.js";

/** Whether a log is usable. A page says it in its heading. */
export const usable: Element<CheckReport> = defineElement({
  name: "usable",
  title: null,
  always: true,
  view: ({ problems }) => ({ sentence: describeUse(problems.length), problems: problems.length }),
  text: ({ sentence, problems }, { paint }) => [
    { lines: [paint(problems === 0 ? "green" : "red", sentence)] },
  ],
  markdown: ({ sentence }) => [`# ${markdownText(sentence)}`],
  derived: ({ problems }) => [problems],
});
