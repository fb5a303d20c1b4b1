import { type Reason, reason } from "../../../errors.js";
import type { CheckReport, RefusedLine } from "../../../evaluate/check.js";
import { defineElement, type Element } from "../../element.js";
import { reasonCells } from "../../formats/csv/cells.js";
import { reasonWriters } from "../../formats/reasons.js";

/** Comparisons of a study that the log does not answer, with the reason that `evaluate` would give. */
export const refusedLines: Element<CheckReport> = defineElement({
  name: "refused-lines",
  title: "Cannot answer",
  view: ({ refused = [] }): readonly Reason[] | null =>
    refused.length === 0 ? null : refused.map(withLine),
  ...reasonWriters("Cannot answer", "yellow"),
  csv: {
    columns: ["row", "code", "message"],
    rows: (reasons) => reasons.map((reason) => ({ row: "refused", ...reasonCells(reason) })),
  },
});

const withLine = ({
  policy,
  reward,
  feed,
  reason: { code, message, facts },
}: RefusedLine): Reason => reason(code, message, { ...facts, policy, reward, feed });
