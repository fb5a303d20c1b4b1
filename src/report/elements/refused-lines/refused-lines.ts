import { type Reason, reason } from "../../../errors.js";
import type { CheckReport, RefusedLine } from "../../../evaluate/index.js";
import { defineElement, type Element } from "../../element.js";
import { reasonCells } from "../../formats/csv/cells.js";
import { reasonList } from "../../formats/html/reason-list.js";
import { markdownText } from "../../formats/markdown/table.js";
import { reasonLines, titled } from "../../formats/text/blocks.js";
import { spaced } from "../../words/names.js";
import { describeReason } from "../../words/reason.js";

/** Lines of a study that the log does not answer, with the reason that `evaluate` would give. */
export const refusedLines: Element<CheckReport> = defineElement({
  name: "refused-lines",
  title: "Cannot answer",
  view: ({ refused = [] }): readonly Reason[] | null =>
    refused.length === 0 ? null : refused.map(withLine),
  html: reasonList,
  text: (given, style) => titled("Cannot answer", reasonLines(given, "yellow", style), style),
  markdown: (given) => {
    const lines = given.map((each) => `${spaced(each.code)}: ${describeReason(each)}`);
    return [`## Cannot answer\n\n${lines.map((line) => `- ${markdownText(line)}`).join("\n")}`];
  },
  csv: {
    columns: ["row", "code", "message"],
    rows: (given) => given.map((each) => ({ row: "refused", ...reasonCells(each) })),
  },
});

const withLine = ({
  policy,
  reward,
  feed,
  reason: { code, message, facts },
}: RefusedLine): Reason => reason(code, message, { ...facts, policy, reward, feed });
