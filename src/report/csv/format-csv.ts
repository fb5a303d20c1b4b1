import type { Result } from "../../evaluate/conclude/result.js";
import type { DrawOptions } from "../format.js";
import { csvLine } from "./csv-line.js";
import { csvColumns, csvRows } from "./csv-rows.js";

/**
 * A result as one CSV table (RFC 4180, CRLF): verdicts, estimates, differences and what these would
 * be under other curves, told apart by the column `row`; where there is no number the reason's code
 * and message stand. Columns `truth` and `curve` are there only where something stands in them.
 */
export function formatCsv(result: Result, { truth }: DrawOptions = {}): string {
  const has = { truth: truth !== undefined, curve: result.whatIf !== undefined };
  const columns = csvColumns.filter((name) => (name in has ? has[name as keyof typeof has] : true));
  const lines = csvRows(result, truth).map((row) => csvLine(columns.map((name) => row[name])));
  return [csvLine(columns), ...lines].join("");
}
