import type { Result } from "../../evaluate/result.js";
import type { DrawOptions } from "../format.js";
import { csvLine } from "./csv-line.js";
import { csvColumns, csvRows } from "./csv-rows.js";

/**
 * A result as one CSV table (RFC 4180, CRLF): verdicts, estimates and differences, told apart by
 * the column `row`; where there is no number the reason's code and message stand.
 */
export function formatCsv(result: Result, { truth }: DrawOptions = {}): string {
  const columns = csvColumns.filter((column) => column !== "truth" || truth !== undefined);
  const lines = csvRows(result, truth).map((row) => csvLine(columns.map((name) => row[name])));
  return [csvLine(columns), ...lines].join("");
}
