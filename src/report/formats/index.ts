import type { ReportFormat } from "../format.js";
import { formatCsv } from "./csv/format-csv.js";
import { formatHtml } from "./html/format-html.js";
import { formatJson } from "./json/format-json.js";
import { formatMarkdown } from "./markdown/format-markdown.js";
import { formatText } from "./text/format-text.js";

/** Every way to write a document down; the first is the default. */
export const reportFormats: readonly [ReportFormat, ...ReportFormat[]] = [
  { name: "table", extension: ".txt", purpose: "for the terminal", format: formatText },
  { name: "json", extension: ".json", purpose: "everything, full precision", format: formatJson },
  { name: "csv", extension: ".csv", purpose: "one table of all rows", format: formatCsv },
  { name: "markdown", extension: ".md", purpose: "for a ticket", format: formatMarkdown },
  { name: "html", extension: ".html", purpose: "one offline page", format: formatHtml },
];
