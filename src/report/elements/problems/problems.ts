import type { Reason } from "../../../errors.js";
import type { CheckReport } from "../../../evaluate/index.js";
import { defineElement, type Element } from "../../element.js";
import { reasonCells } from "../../formats/csv/cells.js";
import { reasonList } from "../../formats/html/reason-list.js";
import { markdownText } from "../../formats/markdown/table.js";
import { reasonLines, titled } from "../../formats/text/blocks.js";
import { spaced } from "../../words/names.js";
import { describeReason } from "../../words/reason.js";

/** What makes a log unusable. */
export const problems: Element<CheckReport> = defineElement({
  name: "problems",
  title: "Problems",
  view: (report): readonly Reason[] | null =>
    report.problems.length === 0 ? null : report.problems,
  html: reasonList,
  text: (given, style) => titled("Problems", reasonLines(given, "red", style), style),
  markdown: (given) => {
    const lines = given.map((each) => `${spaced(each.code)}: ${describeReason(each)}`);
    return [`## Problems\n\n${lines.map((line) => `- ${markdownText(line)}`).join("\n")}`];
  },
  csv: {
    columns: ["row", "code", "message"],
    rows: (given) => given.map((each) => ({ row: "problem", ...reasonCells(each) })),
  },
});
