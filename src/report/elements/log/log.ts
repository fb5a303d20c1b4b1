import type { LogFacts } from "../../../evaluate/conclude/result.js";
import { defineElement, type Element } from "../../element.js";
import { countTable } from "../../formats/html/count-table.js";
import { html } from "../../formats/html/markup.js";
import { markdownText } from "../../formats/markdown/table.js";
import { paragraphs, titled } from "../../formats/text/blocks.js";
import { describeCounts, describeLog } from "../../words/log-size.js";

interface View {
  readonly sentences: readonly string[];
  readonly counts: ReturnType<typeof describeCounts>;
}

/** The log in numbers: its size, how it was checked and added up, and what was counted in it. */
export const log: Element<{ readonly log: LogFacts }> = defineElement({
  name: "log",
  title: "The log",
  always: true,
  after: { text: "verdicts" },
  view: (result: { readonly log: LogFacts }): View => ({
    sentences: describeLog(result.log),
    counts: describeCounts(result.log.counts, result.log.trajectories),
  }),
  html: ({ sentences, counts }) =>
    html`${sentences.map((sentence) => html`<p>${sentence}</p>`)}
${counts.length === 0 ? null : countTable(counts)}`,
  text: ({ sentences, counts }, style) => {
    const counted = counts.map(({ name, count }) => `${name} ${count}`);
    const all = counted.length === 0 ? [] : [`Counted: ${counted.join(", ")}.`];
    return titled("Log", paragraphs([...sentences, ...all], style), style);
  },
  markdown: ({ sentences }) => [`## Log\n\n${sentences.map(markdownText).join(" ")}`],
});
