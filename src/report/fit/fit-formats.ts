import type { FitFormat } from "./fit-format.js";
import { formatFitCsv } from "./format-fit-csv.js";
import { formatFitHtml } from "./format-fit-html.js";
import { formatFitJson } from "./format-fit-json.js";
import { formatFitMarkdown } from "./format-fit-markdown.js";
import { formatFitTable } from "./format-fit-table.js";

/** Every way to write a fit down; the first is the default. */
export const fitFormats: readonly FitFormat[] = [
  { name: "table", purpose: "for the terminal", format: formatFitTable },
  { name: "json", purpose: "everything, full precision", format: formatFitJson },
  { name: "csv", purpose: "the curves by rank", format: formatFitCsv },
  { name: "markdown", purpose: "for a ticket", format: formatFitMarkdown },
  { name: "html", purpose: "one offline page", format: formatFitHtml },
];
