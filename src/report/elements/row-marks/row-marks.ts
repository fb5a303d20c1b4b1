import { defineElement, type Element } from "../../element.js";
import type { ReportedResult } from "../../source.js";
import { decides } from "../../words/question.js";

/** What the marks in the terminal's tables mean. */
export const rowMarks: Element<ReportedResult> = defineElement({
  name: "row-marks",
  title: null,
  view: (result) => {
    const warned = result.estimates.some((row) => !("none" in row) && row.warnings.length > 0);
    const decided = result.differences.some((row) => decides(row, result.verdicts));
    const lines = [
      ...(warned ? ["! a diagnosis or a warning below is about this number."] : []),
      ...(decided ? ["* a verdict is based on this row."] : []),
    ];
    return lines.length === 0 ? null : lines;
  },
  text: (lines) => [{ lines }],
});
