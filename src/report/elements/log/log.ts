import type { LogFacts } from "../../../evaluate/conclude/result.js";
import { defineElement, type Element } from "../../element.js";
import { describeCounts, describeLog } from "../../words/log-size.js";

export const log: Element<{ readonly log: LogFacts }> = defineElement({
  name: "log",
  title: "What was logged",
  always: true,
  after: { text: "verdicts", markdown: "warnings" },
  view: (result: { readonly log: LogFacts }) => ({
    sentences: describeLog(result.log),
    counts: describeCounts(result.log),
  }),
  body: ({ sentences, counts }, { format }) => {
    const counted = counts.map(({ name, count }) => `${name} ${count}`);
    const inline = counted.length === 0 ? [] : [`Counted: ${counted.join(", ")}.`];
    const all = [...sentences, ...inline];
    return [{ title: "Log", sentences: format === "html" ? [all.join(" ")] : all }];
  },
});
