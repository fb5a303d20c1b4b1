import type { CheckReport } from "../../evaluate/check.js";
import { version } from "../../version.js";
import { chapter, type ReportDocument } from "../document.js";
import { checkElements } from "../elements/index.js";
import { describeSize, describeUse } from "../words/log-size.js";
import { mapStrings, printable } from "../words/printable.js";

/** A check as a document: whether the log is usable, what it holds, and what it supports. */
export const checkDocument = (report: CheckReport): ReportDocument => ({
  hindcast: version,
  title: describeUse(report).replace(/\.$/, ""),
  lead: report.log === null ? "" : describeSize(report.log),
  chapters: [chapter(checkElements, report)],
  json: report,
  printable: () => checkDocument(mapStrings(report, printable)),
});
