import { formatCsv } from "./csv/format-csv.js";
import type { ReportFormat } from "./format.js";
import { formatHtml } from "./html/format-html.js";
import { formatJson } from "./json/format-json.js";
import { formatMarkdown } from "./markdown/format-markdown.js";
import { formatTable } from "./table/format-table.js";

/** Every way to write a result down; the first is the default. */
export const reportFormats: readonly ReportFormat[] = [
  { name: "table", extension: ".txt", purpose: "for the terminal", format: formatTable },
  { name: "json", extension: ".json", purpose: "everything, full precision", format: formatJson },
  { name: "csv", extension: ".csv", purpose: "one table of all rows", format: formatCsv },
  { name: "markdown", extension: ".md", purpose: "for a ticket", format: formatMarkdown },
  { name: "html", extension: ".html", purpose: "one offline page", format: formatHtml },
];
