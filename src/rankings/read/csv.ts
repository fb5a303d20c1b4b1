import { cellsOf, type Row } from "./cells.js";
import { type ColumnNames, type Columns, columnsIn } from "./columns.js";
import { type Lines, type LinesKind, linesOfTexts, type TextLine } from "./lines.js";
import { numberOf } from "./number.js";
import { faultsOf, fileFault, notNumber } from "./refuse.js";
import { showQuoted } from "./show-quoted.js";

/** Reads a table of texts with a header (RFC 4180): commas between cells, or tabs or semicolons if the header has them. */
export function readCsv(name: string, kind: LinesKind, given: string, columns: ColumnNames): Lines {
  const text = given.replace(/^\uFEFF/, "");
  const head = text.trimStart().split(/\r?\n/, 1)[0] ?? "";
  const separator = ["\t", ";"].find((each) => head.includes(each)) ?? ",";
  const rows = rowsOf(text, separator);
  const header: readonly string[] = rows.next().value?.cells ?? [];
  if (header.length < 2) {
    const message = `${name} is not a table: its first line ${showQuoted(head)} has no "," between columns.`;
    throw fileFault("fileKind", name, message);
  }
  const names = header.map((each) => each.trim());
  const own = columnsIn(name, kind, names, columns);
  return linesOfTexts(name, kind, linesIn(name, names, rows, own), own.rank);
}

/** Rows that hold anything. */
function* rowsOf(text: string, separator: string): Generator<Row> {
  for (const row of cellsOf(text, separator)) {
    if (row.cells.length > 1 || row.cells[0]?.trim() !== "" || row.fault !== undefined) yield row;
  }
}

function* linesIn(
  name: string,
  names: readonly string[],
  rows: Iterable<Row>,
  columns: Columns,
): Generator<TextLine> {
  const [user, item, value, rank] = [columns.user, columns.item, columns.value, columns.rank].map(
    (each) => names.indexOf(each ?? ""),
  ) as [number, number, number, number];
  const faults = faultsOf(name);
  for (const { cells, line, fault } of rows) {
    const given = cells[value]?.trim() ?? "";
    const number = numberOf(given);
    const empty = [cells[user], cells[item]].some(
      (each) => each === undefined || each.trim() === "",
    );
    if (fault !== undefined) faults.add(line, fault);
    else if (cells.length !== names.length) {
      faults.add(line, `it has ${cells.length} cells, and the header ${names.length}.`);
    } else if (empty) faults.add(line, `${columns.user} and ${columns.item} must not be empty.`);
    else if (!Number.isFinite(number)) faults.add(line, notNumber(columns.value, given));
    else {
      const own = columns.ascends ? -number : number;
      const ownRank = numberOf(cells[rank]?.trim() ?? "");
      yield { user: cells[user] ?? "", item: cells[item] ?? "", value: own, line, rank: ownRank };
    }
    if (faults.isFull()) break;
  }
  faults.finish();
}
