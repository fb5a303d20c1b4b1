import type { Reason } from "../../../errors.js";
import type { CheckReport } from "../../../evaluate/check.js";
import { defineElement, type Element } from "../../element.js";
import { reasonCells } from "../../formats/csv/cells.js";
import { reasonWriters } from "../../formats/reasons.js";

export const problems: Element<CheckReport> = defineElement({
  name: "problems",
  title: "Problems",
  view: (report): readonly Reason[] | null =>
    report.problems.length === 0 ? null : report.problems,
  ...reasonWriters("Problems", "red"),
  csv: {
    columns: ["row", "code", "message"],
    rows: (reasons) => reasons.map((reason) => ({ row: "problem", ...reasonCells(reason) })),
  },
});
