export { formatCheck } from "./check/format-check.js";
export { formatCsv } from "./csv/format-csv.js";
export type { DrawOptions, ReportFormat } from "./format.js";
export { reportFormats } from "./formats.js";
export { formatHtml } from "./html/format-html.js";
export { formatJson } from "./json/format-json.js";
export { formatMarkdown } from "./markdown/format-markdown.js";
export { formatTable } from "./table/format-table.js";
export type { Truth } from "./truth.js";
