import { withoutControls } from "../../../plain-line.js";
import { inOrder, type Part, type ReportDocument } from "../../document.js";
import type { CsvRow } from "../../element.js";
import type { FormatOptions } from "../format.js";
import { type CsvCell, csvLine, inertText } from "./line.js";

/**
 * A document as one CSV table (RFC 4180, CRLF): the rows of all elements, with their kind in the column `row` where
 * there are several; in place of a missing number are the reason's code and message.
 */
export function formatCsv(
  { chapters }: ReportDocument,
  { isTerminal = false, markFormulas = false }: FormatOptions = {},
): string {
  const parts = chapters.flatMap((chapter) => inOrder(chapter.parts, "csv"));
  const rows = parts.flatMap(({ shown }) => shown?.csv() ?? []);
  const optional = new Set(parts.flatMap((part) => part.optional));
  const columns = mergedColumns(parts, rows).filter(
    (name) => !optional.has(name) || isUsed(name, rows),
  );
  const written = (cell: CsvCell): CsvCell => {
    if (typeof cell !== "string") return cell;
    const inert = markFormulas ? inertText(cell) : cell;
    return isTerminal ? withoutControls(inert) : inert;
  };
  const lines = [columns, ...rows.map((row) => columns.map((name) => row[name]))];
  return lines.map((cells) => csvLine(cells.map(written))).join("");
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
      const index = merged.indexOf(name);
      if (index < 0) merged.splice(place, 0, name);
      place = (index < 0 ? place : index) + 1;
    }
  }
  return [...new Set([...merged, ...rows.flatMap((row) => Object.keys(row))])];
}
