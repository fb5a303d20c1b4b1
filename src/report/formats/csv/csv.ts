import { inOrder, type Part, type ReportDocument } from "../../document.js";
import type { CsvRow } from "../../element.js";
import { csvLine } from "./line.js";

/**
 * A document as one CSV table (RFC 4180, CRLF): the rows of all elements, told apart by the column `row`
 * where there are several kinds; where there is no number the reason's code and message stand.
 */
export function formatCsv({ chapters }: ReportDocument): string {
  const parts = chapters.flatMap((chapter) => inOrder(chapter.parts, "csv"));
  const rows = parts.flatMap(({ shown }) => shown?.csv() ?? []);
  const optional = new Set(parts.flatMap((part) => part.optional));
  const columns = mergedColumns(parts, rows).filter(
    (name) => !optional.has(name) || isUsed(name, rows),
  );
  return [columns, ...rows.map((row) => columns.map((name) => row[name]))].map(csvLine).join("");
}

const isUsed = (name: string, rows: readonly CsvRow[]): boolean =>
  rows.some((row) => row[name] !== undefined && row[name] !== null);

/**
 * Every column once; one that is new stands behind the column that it follows in its own element, and
 * one that only rows name stands last.
 */
function mergedColumns(parts: readonly Part[], rows: readonly CsvRow[]): readonly string[] {
  const merged: string[] = [];
  for (const { columns } of parts) {
    let place = 0;
    for (const name of columns) {
      const known = merged.indexOf(name);
      if (known < 0) merged.splice(place, 0, name);
      place = (known < 0 ? place : known) + 1;
    }
  }
  return [...new Set([...merged, ...rows.flatMap((row) => Object.keys(row))])];
}
