import { type ColumnNames, columnsIn } from "./columns.js";
import { type Lines, type LinesKind, linesOfTexts, type TextLine } from "./lines.js";
import { faultsOf, fileFault, notNumber } from "./refuse.js";

/** Reads a table of texts with a header (RFC 4180): commas between cells, or tabs or semicolons if the header has them. */
export function readCsv(name: string, kind: LinesKind, text: string, given: ColumnNames): Lines {
  const end = text.search(/\r?\n|$/);
  const head = text.slice(0, end).replace(/^\uFEFF/, "");
  const separator = ["\t", ";"].find((each) => head.includes(each)) ?? ",";
  const rows = cellsOf(text.replace(/^\uFEFF/, ""), separator);
  const header = rows.next().value?.cells ?? [];
  if (header.length < 2) {
    const message = `${name} is not a table: its first line ${JSON.stringify(head.slice(0, 60))} has no "," between columns.`;
    throw fileFault("fileKind", name, message);
  }
  return linesOfTexts(name, kind, linesIn(name, kind, header, rows, given));
}

function* linesIn(
  name: string,
  kind: LinesKind,
  header: readonly string[],
  rows: Iterable<Row>,
  given: ColumnNames,
): Generator<TextLine> {
  const names = header.map((each) => each.trim());
  const columns = columnsIn(name, kind, names, given);
  const [user, item, value] = [columns.user, columns.item, columns.value].map((each) =>
    names.indexOf(each),
  ) as [number, number, number];
  const faults = faultsOf(name);
  for (const { cells, line } of rows) {
    if (cells.length === 1 && cells[0] === "") continue;
    const given = cells[value]?.trim() ?? "";
    const number = given === "" ? Number.NaN : Number(given);
    const empty = [cells[user], cells[item]].some((each) => each === undefined || each === "");
    if (cells.length !== names.length) {
      faults.add(line, `it has ${cells.length} cells, and the header ${names.length}.`);
    } else if (empty) faults.add(line, `${columns.user} and ${columns.item} must not be empty.`);
    else if (!Number.isFinite(number)) faults.add(line, notNumber(columns.value, given));
    else {
      const own = columns.descends ? -number : number;
      yield { user: cells[user] ?? "", item: cells[item] ?? "", value: own, line };
    }
    if (faults.isFull()) break;
  }
  faults.finish();
}

interface Row {
  readonly cells: readonly string[];
  /** The line on which it starts. */
  readonly line: number;
}

function* cellsOf(text: string, separator: string): Generator<Row> {
  let [at, line] = [0, 1];
  while (at < text.length) {
    const cells: string[] = [];
    const start = line;
    for (;;) {
      if (text[at] === '"') {
        let [cell, from] = ["", at + 1];
        for (at = from; at < text.length; at++) {
          if (text[at] === "\n") line += 1;
          if (text[at] !== '"') continue;
          cell += text.slice(from, at);
          if (text[at + 1] !== '"') break;
          cell += '"';
          at += 1;
          from = at + 1;
        }
        cells.push(cell);
        at += 1;
      } else {
        const from = at;
        while (at < text.length && text[at] !== separator && text[at] !== "\n") at += 1;
        const own = text.slice(from, at);
        cells.push(own.endsWith("\r") ? own.slice(0, -1) : own);
      }
      if (text[at] === "\r") at += 1;
      if (text[at] !== separator) break;
      at += 1;
    }
    at += 1;
    line += 1;
    yield { cells, line: start };
  }
}
