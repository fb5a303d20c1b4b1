import { formatCsv } from "./csv/csv.js";
import type { ReportFormat } from "./format.js";
import { formatHtml } from "./html/html.js";
import { formatJson } from "./json/json.js";
import { formatMarkdown } from "./markdown/markdown.js";
import { formatSummary } from "./summary/summary.js";
import { formatText } from "./text/text.js";

/** Every way to write a document down; the first is the default, and the first of an ending is what that says. */
export const reportFormats: readonly [ReportFormat, ...ReportFormat[]] = [
  { name: "table", extension: ".txt", purpose: "for the terminal", format: formatText },
  { name: "json", extension: ".json", purpose: "everything, full precision", format: formatJson },
  { name: "csv", extension: ".csv", purpose: "one table of all rows", format: formatCsv },
  { name: "markdown", extension: ".md", purpose: "for a ticket", format: formatMarkdown },
  { name: "summary", extension: ".md", purpose: "15 lines of Markdown", format: formatSummary },
  { name: "html", extension: ".html", purpose: "one offline page", format: formatHtml },
];
