import type { CheckReport } from "../../../evaluate/index.js";
import { defineElement, type Element } from "../../element.js";
import { markdownText } from "../../formats/markdown/table.js";

/** Whether a log is usable. A page says it in its heading. */
export const usable: Element<CheckReport> = defineElement({
  name: "usable",
  title: null,
  view: ({ problems }) => ({ sentence: describeUse(problems.length), problems: problems.length }),
  text: ({ sentence, problems }, { paint }) => [
    { lines: [paint(problems === 0 ? "green" : "red", sentence)] },
  ],
  markdown: ({ sentence }) => [`# ${markdownText(sentence)}`],
  derived: ({ problems }) => [problems],
});

/** "The log is usable.", or how many problems it has. */
export function describeUse(problems: number): string {
  if (problems === 0) return "The log is usable.";
  return `The log is not usable as it is: ${problems} ${problems === 1 ? "problem" : "problems"}.`;
}
