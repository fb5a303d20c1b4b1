import { type DataRow, readData, withRows, writeData } from "./data-file.js";

/**
 * Writes a Markdown table as data: its head names the columns, and every row begins with the cells that are given. Rows
 * replace those with the same values of the keys: of the first column, unless others are named.
 */
export function writeTable(
  name: string,
  table: string,
  first: DataRow = {},
  keys: readonly string[] = [],
): void {
  const [head = [], , ...lines] = table
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) =>
      line
        .slice(1, line.trimEnd().length - 1)
        .split("|")
        .map((cell) => cell.trim().replaceAll(/[*`]{1,2}(?=\S)|(?<=\S)[*`]{1,2}$/g, "")),
    );
  const rows = lines.map((cells) => ({
    ...first,
    ...Object.fromEntries(head.map((column, at) => [column, cells[at] ?? ""])),
  }));
  const marks = keys.length > 0 ? keys : head.slice(0, 1);
  const keyOf = (row: DataRow): string => marks.map((key) => row[key]).join("|");
  writeData(name, withRows(readData(name), rows, keyOf));
}
