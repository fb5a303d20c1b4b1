import type { CheckReport } from "../../../evaluate/index.js";
import { defineElement, type Element } from "../../element.js";
import { countTable } from "../../formats/html/count-table.js";
import { html } from "../../formats/html/markup.js";
import { markdownTable, markdownText } from "../../formats/markdown/table.js";
import { titled } from "../../formats/text/blocks.js";
import { padEnd, wrap } from "../../formats/text/wrap.js";
import { describeCounts, describeLog } from "../../words/log-size.js";

interface View {
  readonly sentences: readonly string[];
  readonly counts: ReturnType<typeof describeCounts>;
  readonly exact: CheckReport["counts"];
}

/** What a check found in the log, a line for each count. */
export const survey: Element<CheckReport> = defineElement({
  name: "survey",
  title: "The log",
  view: ({ log, counts: exact }): View | null => {
    const sentences = log === null ? [] : describeLog(log);
    const counts = describeCounts(exact, log?.trajectories);
    return sentences.length + counts.length === 0 ? null : { sentences, counts, exact };
  },
  html: ({ sentences, counts }) =>
    html`${sentences.map((sentence) => html`<p>${sentence}</p>`)}${counts.length === 0 ? null : countTable(counts)}`,
  text: ({ sentences, counts }, style) => {
    const longest = Math.max(0, ...counts.map(({ name }) => name.length));
    const lines = [
      ...sentences.flatMap((sentence) => wrap(sentence, style.width - 2, 2)),
      ...counts.map(({ name, count }) => `${padEnd(name, longest)}  ${count}`),
    ];
    return titled(
      "Log",
      lines.map((line) => `  ${line}`),
      style,
    );
  },
  markdown: ({ sentences, counts }) => [
    "## Log",
    ...(sentences.length === 0 ? [] : [sentences.map(markdownText).join(" ")]),
    ...(counts.length === 0
      ? []
      : [
          markdownTable(
            ["counted", "number>"],
            counts.map(({ name, count }) => [name, count]),
          ),
        ]),
  ],
  csv: {
    columns: ["row", "name", "value"],
    rows: ({ exact }) =>
      Object.entries(exact).map(([name, value]) => ({ row: "count", name, value })),
  },
});
