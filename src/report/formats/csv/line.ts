export type CsvCell = string | number | null | undefined;

/** One line of RFC 4180, numbers in full precision, an empty cell for what is not a number. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

const isNumber = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** Text that no spreadsheet takes for a formula: such text gets an apostrophe before it. */
export const inertText = (text: string): string =>
  /^[=+\-@\t\r\n]/.test(text) && !isNumber.test(text) ? `'${text}` : text;

function csvCell(cell: CsvCell): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell === "number") return Number.isFinite(cell) ? String(cell) : "";
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
