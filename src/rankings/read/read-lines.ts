import { mebibyte } from "../../whole-file.js";
import { cellsOf, type Row } from "./cells.js";
import { type ColumnNames, type Columns, columnsIn } from "./columns.js";
import { readJson } from "./json.js";
import { type Lines, type LinesKind, linesOfTexts, type TextLine } from "./lines.js";
import { numberOf } from "./number.js";
import { readParquet } from "./parquet.js";
import { contradiction, isDistance } from "./rank-check.js";
import { faultsOf, fileFault, notNumber, showQuoted } from "./refuse.js";
import { readTrec } from "./trec.js";

interface FileForm {
  readonly name: string;
  readonly endings: readonly string[];
  readonly read: (
    name: string,
    kind: LinesKind,
    bytes: Uint8Array,
    columns: ColumnNames,
  ) => Lines | Promise<Lines>;
}

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** What a text of JavaScript can hold, and what no line of a run or of labels comes near. */
const [mostOfTable, mostOfLine] = [500 * mebibyte, mebibyte];

/** The text of a file. Throws a LogError that names the first line that is not UTF-8. */
function textIn(name: string, bytes: Uint8Array): string {
  if (bytes.length > mostOfTable) {
    const message = `${name} has ${Math.ceil(bytes.length / mebibyte)} MiB, and a table may have at most ${mostOfTable / mebibyte}. Split it by user, or give it in TREC's form or as Parquet.`;
    throw fileFault("fileUnreadable", name, message);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    const line = textOf(bytes).split("\uFFFD", 1)[0]?.split("\n").length;
    throw fileFault(
      "fileKind",
      name,
      `${name}, line ${line}: it is not UTF-8; save the file as UTF-8.`,
      cause,
    );
  }
}

const forms = {
  parquet: { name: "Parquet", endings: [".parquet"], read: readParquet },
  json: {
    name: "JSON lines",
    endings: [".jsonl", ".ndjson", ".json"],
    read: (name, kind, bytes, columns) => readJson(name, kind, textIn(name, bytes), columns),
  },
  csv: {
    name: "CSV",
    endings: [".csv", ".tsv"],
    read: (name, kind, bytes, columns) => readCsv(name, kind, textIn(name, bytes), columns),
  },
  trec: { name: "TREC", endings: [], read: readTrec },
} as const satisfies Readonly<Record<string, FileForm>>;

/** First bytes of files that nothing here reads, and what to do with them. */
const foreign: readonly (readonly [bytes: readonly number[], words: string])[] = [
  [[0xff, 0xfe], "is text in UTF-16; save it as UTF-8"],
  [[0xfe, 0xff], "is text in UTF-16; save it as UTF-8"],
  [
    [0x50, 0x4b, 0x03, 0x04],
    "is a zip file, as Excel's .xlsx and numpy's .npz are; save its table as CSV",
  ],
  [[0x28, 0xb5, 0x2f, 0xfd], "is packed with zstd; unpack it, or pack it with gzip"],
  [[0x42, 0x5a, 0x68], "is packed with bzip2; unpack it, or pack it with gzip"],
  [[0xfd, 0x37, 0x7a, 0x58], "is packed with xz; unpack it, or pack it with gzip"],
  [[0x04, 0x22, 0x4d, 0x18], "is packed with lz4; unpack it, or pack it with gzip"],
  [[0x80, 0x04, 0x95], "is a pickle of Python; save its table as CSV or Parquet"],
];

/** What a file's first bytes look like; a text that is nothing else is taken for TREC's. */
function formIn(bytes: Uint8Array): FileForm {
  const start = textOf(bytes.subarray(0, 400)).replace(/^\uFEFF/, "");
  if (start.startsWith("PAR1")) return forms.parquet;
  if (/^\s*[[{]/.test(start)) return forms.json;
  const [first = ""] = start.trimStart().split("\n", 1);
  const isTable =
    /[,;]/.test(first) || (first.includes("\t") && /^[a-z_-]+\t/i.test(first.replaceAll('"', "")));
  const isBlank = first.trim().split(/\s+/).length >= 4;
  return isTable && !isBlank ? forms.csv : forms.trec;
}

/** Throws a LogError for a line so long that its file is no list of lines. One array may hold a whole file of JSON. */
function requireShortLines(name: string, bytes: Uint8Array): void {
  let from = 0;
  while (bytes.length - from > mostOfLine) {
    const last = bytes.lastIndexOf(10, from + mostOfLine);
    if (last < from) throw longLine(name, bytes, from);
    from = last + 1;
  }
}

function longLine(name: string, bytes: Uint8Array, from: number): Error {
  const line = bytes.subarray(0, from).reduce((lines, byte) => lines + (byte === 10 ? 1 : 0), 1);
  const end = bytes.indexOf(10, from);
  const length = (end < 0 ? bytes.length : end) - from;
  const message = `${name}, line ${line}: it has ${length} bytes, and a line may have at most ${mostOfLine}. Write a line for each item.`;
  return fileFault("lineInvalid", name, message);
}

/**
 * Reads a run or labels: by the file's ending, and by its first bytes where the ending names no form
 * (.txt, .run, .qrels, stdin). Throws a LogError with the lines that cannot be read, and where a file is empty
 * or is not what its ending says.
 */
export async function readLines(
  name: string,
  kind: LinesKind,
  bytes: Uint8Array,
  columns: ColumnNames = {},
): Promise<Lines> {
  const [, words] = foreign.find(([first]) => first.every((byte, at) => bytes[at] === byte)) ?? [];
  if (words !== undefined) throw fileFault("fileKind", name, `${name} ${words}.`);
  const looks = formIn(bytes);
  const ending = /\.[^./\\]+$/.exec(name.replace(/\.gz$/i, ""))?.[0].toLowerCase() ?? "";
  const said = Object.values<FileForm>(forms).find(({ endings }) => endings.includes(ending));
  const isText = (form: FileForm): boolean => form !== forms.parquet;
  if (bytes.length === 0) throw empty(name, kind);
  if (said !== undefined && (isText(said) !== isText(looks) || isOther(said, looks))) {
    const message = `${name} ends in ${ending}, and its first bytes are those of ${looks.name}. Rename it, or give it as ${looks.name === forms.trec.name ? ".txt" : looks.endings[0]}.`;
    throw fileFault("fileKind", name, message);
  }
  const form = said ?? looks;
  if (isText(form) && looks !== forms.json) requireShortLines(name, bytes);
  const lines = await form.read(name, kind, bytes, columns);
  if (lines.size === 0) throw empty(name, kind);
  return inOrder(lines, form, bytes, columns);
}

/** The lines with the order that ranks and scores leave in doubt settled, and a note where they contradict each other. */
async function inOrder(
  lines: Lines,
  form: FileForm,
  bytes: Uint8Array,
  columns: ColumnNames,
): Promise<Lines> {
  const { name, kind, ranks } = lines;
  if (ranks === null) return lines;
  if (lines.rankColumn === null || !isDistance(ranks)) {
    const remedy = `Write --rank ${lines.rankColumn ?? "rank"} to order them by rank.`;
    return { ...lines, notes: contradiction(name, ranks, "score", remedy) };
  }
  const remedy = "Write --rank or --score with the column that orders them.";
  const byRank = await form.read(name, kind, bytes, { ...columns, rank: lines.rankColumn });
  return { ...byRank, notes: contradiction(name, ranks, "rank", remedy) };
}

const isOther = (said: FileForm, looks: FileForm): boolean =>
  (said === forms.json) !== (looks === forms.json);

const empty = (name: string, kind: LinesKind): Error =>
  fileFault(
    "emptyFile",
    name,
    kind === "run"
      ? `${name} lists no item: a run needs a line for every item that it recommends.`
      : `${name} holds no label, so that nothing can be measured.`,
  );

/** Reads a table of texts with a header (RFC 4180): commas between cells, or tabs or semicolons if the header has them. */
function readCsv(name: string, kind: LinesKind, input: string, columns: ColumnNames): Lines {
  const text = input.replace(/^\uFEFF/, "");
  const head = text.trimStart().split(/\r?\n/, 1)[0] ?? "";
  const separator = ["\t", ";"].find((mark) => head.includes(mark)) ?? ",";
  const rows = rowsOf(text, separator);
  const header: readonly string[] = rows.next().value?.cells ?? [];
  if (header.length < 2) {
    const message = `${name} is not a table: its first line ${showQuoted(head)} has no "," between columns.`;
    throw fileFault("fileKind", name, message);
  }
  const names = header.map((cell) => cell.trim());
  const places = columnsIn(name, kind, names, columns);
  return linesOfTexts(name, kind, linesIn(name, names, rows, places), places.rank);
}

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
    (column) => names.indexOf(column ?? ""),
  ) as [number, number, number, number];
  const faults = faultsOf(name);
  for (const { cells, line, fault } of rows) {
    const text = cells[value]?.trim() ?? "";
    const number = numberOf(text);
    const empty = [cells[user], cells[item]].some(
      (cell) => cell === undefined || cell.trim() === "",
    );
    if (fault !== undefined) faults.add(line, fault);
    else if (cells.length !== names.length) {
      faults.add(line, `it has ${cells.length} cells, and the header ${names.length}.`);
    } else if (empty) faults.add(line, `${columns.user} and ${columns.item} must not be empty.`);
    else if (!Number.isFinite(number)) faults.add(line, notNumber(columns.value, text));
    else {
      const score = columns.ascends ? -number : number;
      const ownRank = numberOf(cells[rank]?.trim() ?? "");
      yield { user: cells[user] ?? "", item: cells[item] ?? "", value: score, line, rank: ownRank };
    }
    if (faults.isFull()) break;
  }
  faults.finish();
}
