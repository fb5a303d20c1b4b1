import type { ColumnNames } from "./columns.js";
import {
  firstHash,
  type Lines,
  type LinesBuilder,
  type LinesKind,
  linesBuilder,
  nextHash,
} from "./lines.js";
import { parseNumber } from "./number.js";
import { type Faults, faultsOf, fileFault, notNumber } from "./refuse.js";

const formOf: Readonly<Record<LinesKind, string>> = {
  run: "user Q0 item rank score name",
  labels: "user 0 item grade",
};

const [newline, space] = [10, 32];
const decoder = new TextDecoder();
const strict = new TextDecoder("utf-8", { fatal: true });
const blanks = /[\0- ]+/;

/** Reads a run or labels in TREC's form: fields between blanks, one line an item. Runs are ordered by score, or by rank. */
export function readTrec(
  name: string,
  kind: LinesKind,
  bytes: Uint8Array,
  { rank }: ColumnNames,
): Lines {
  if (kind === "run" && rank !== undefined && rank !== "rank") {
    const message = `${name} has no column ${rank}: lines of TREC's form are ${formOf.run}. Write --rank rank to order them by rank.`;
    throw fileFault("columnMissing", name, message);
  }
  const firstLine = bytes.indexOf(newline);
  const expected = Math.ceil(bytes.length / Math.max(8, firstLine < 0 ? bytes.length : firstLine));
  const builder = linesBuilder(name, kind, Math.ceil(1.1 * expected));
  const faults = faultsOf(name);
  readAll(bytes, { kind, byRank: kind === "run" && rank !== undefined }, builder, faults);
  faults.finish();
  const lines = builder.build(bytes);
  if (kind === "labels") requireGrades(lines);
  return lines;
}

/** Seconds since 1970 where the grade should be: lines of user, item, rating and time. */
function requireGrades({ name, value, size }: Lines): void {
  if (size === 0 || value.subarray(0, size).some((grade) => grade < 1e8)) return;
  const message = `${name}: every grade is ${value[0]} or the like, which seems to be a time. Lines without a header are read as "${formOf.labels}": where they hold user, item, rating and time, write a line of names above them and call the file .tsv or .csv.`;
  throw fileFault("fileKind", name, message);
}

/** What else a line may be whose fields are too few or too many. */
function hintOf(line: string): string {
  if (line.includes("::")) {
    return ` Fields between "::" are not read: write them as CSV under a header, such as user,item,grade.`;
  }
  return /\bqid:/.test(line)
    ? " Lines of features (qid:1 1:0.5) name no items: write one label a line, with the query and the document."
    : "";
}

/** A million lines are read byte by byte, each byte once where that can be; nothing is made of a line but its columns. */
function readAll(
  bytes: Uint8Array,
  { kind, byRank }: { readonly kind: LinesKind; readonly byRank: boolean },
  builder: LinesBuilder,
  faults: Faults,
): void {
  const isRun = kind === "run";
  let at = bytes[0] === 0xef ? 3 : 0;
  let [line, user, userFrom, userTo] = [0, -1, 0, 0];
  while (at < bytes.length && !faults.isFull()) {
    line += 1;
    const first = nextField(bytes, at);
    const firstEnd = fieldEnd(bytes, first);
    const from = nextField(bytes, fieldEnd(bytes, nextField(bytes, firstEnd)));
    let to = from;
    let hash = firstHash;
    while (to < bytes.length && (bytes[to] as number) > space) {
      hash = nextHash(hash, bytes[to] as number);
      to += 1;
    }
    const rankFrom = nextField(bytes, to);
    const rankTo = isRun ? fieldEnd(bytes, rankFrom) : rankFrom;
    const valueFrom = isRun ? nextField(bytes, rankTo) : rankFrom;
    const valueTo = fieldEnd(bytes, valueFrom);
    const start = at;
    const name = nextField(bytes, valueTo);
    const nameTo = fieldEnd(bytes, name);
    const rest = nextField(bytes, nameTo);
    at = lineEnd(bytes, rest) + 1;
    if (first === firstEnd) continue;
    // Labels end with the grade: a run given for labels would have its ranks for grades. A number where a run has its
    // name, with fields behind it, is a score that a blank within an id has moved.
    const isMoved = rest < at - 1 && !Number.isNaN(parseNumber(bytes, name, nameTo));
    if (valueFrom === valueTo || (isRun ? isMoved : name < nameTo)) {
      const text = decoder.decode(bytes.subarray(start, at)).trim();
      const count = text.split(blanks).length;
      faults.add(
        line,
        `it has ${count} ${count === 1 ? "field" : "fields"}; expected "${formOf[kind]}".${isMoved ? " No id may hold a blank." : hintOf(text)}`,
      );
      continue;
    }
    const rank = isRun ? parseNumber(bytes, rankFrom, rankTo) : Number.NaN;
    const value = byRank ? -rank : parseNumber(bytes, valueFrom, valueTo);
    if (!(value - value === 0)) {
      const [what, field] = byRank
        ? ["rank", bytes.subarray(rankFrom, rankTo)]
        : [isRun ? "score" : "grade", bytes.subarray(valueFrom, valueTo)];
      faults.add(line, notNumber(what, decoder.decode(field)));
      continue;
    }
    if (user < 0 || !isSame(bytes, userFrom, userTo, first, firstEnd)) {
      const text = textIn(bytes.subarray(first, firstEnd));
      if (text === null) {
        faults.add(line, "its user is not UTF-8; save the file as UTF-8.");
        continue;
      }
      [userFrom, userTo] = [first, firstEnd];
      user = builder.userOf(text);
    }
    builder.add(user, from, to, hash, value, line, byRank ? Number.NaN : rank);
  }
}

function textIn(bytes: Uint8Array): string | null {
  try {
    return strict.decode(bytes);
  } catch {
    return null;
  }
}

/** Where the next field of the line begins, or the line ends. Control characters part fields as blanks do. */
function nextField(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && (bytes[at] as number) <= space && bytes[at] !== newline) at += 1;
  return at;
}

function fieldEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && (bytes[at] as number) > space) at += 1;
  return at;
}

function lineEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== newline) at += 1;
  return at;
}

function isSame(bytes: Uint8Array, from: number, to: number, from2: number, to2: number): boolean {
  if (to - from !== to2 - from2) return false;
  for (let i = to - from - 1; i >= 0; i--) if (bytes[from + i] !== bytes[from2 + i]) return false;
  return true;
}
