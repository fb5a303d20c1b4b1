import { existsSync, readFileSync, writeFileSync } from "node:fs";

/** A row of a file of data: texts by column. */
export type DataRow = Readonly<Record<string, string>>;

const urlOf = (name: string): URL => new URL(`../docs/data/${name}.csv`, import.meta.url);

/** The rows of a file in docs/data; none where there is no such file. */
export function readData(name: string): readonly DataRow[] {
  if (!existsSync(urlOf(name))) return [];
  const [head = [], ...rows] = recordsOf(readFileSync(urlOf(name), "utf8"));
  return rows.map((cells) =>
    Object.fromEntries(head.map((column, at) => [column, cells[at] ?? ""])),
  );
}

/** Writes rows under the columns of the first one. */
export function writeData(name: string, rows: readonly DataRow[]): void {
  const columns = Object.keys(rows[0] ?? {});
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ""))];
  const text = lines.map((cells) => cells.map(quoted).join(",")).join("\n");
  writeFileSync(urlOf(name), `${text}\n`);
}

const quoted = (cell: string): string =>
  /[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

function recordsOf(text: string): readonly (readonly string[])[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, inQuotes, plain = ""]) =>
        inQuotes === undefined ? plain : inQuotes.replaceAll('""', '"'),
      ),
    );
}

/** Rows with those of another run in the place of the ones with the same key; new ones stand last. */
export function withRows(
  old: readonly DataRow[],
  found: readonly DataRow[],
  keyOf: (row: DataRow) => string,
): readonly DataRow[] {
  const fresh = new Map(found.map((row) => [keyOf(row), row]));
  const known = new Set(old.map(keyOf));
  return [
    ...old.map((row) => fresh.get(keyOf(row)) ?? row),
    ...found.filter((row) => !known.has(keyOf(row))),
  ];
}
