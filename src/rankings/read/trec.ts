import {
  firstHash,
  type Lines,
  type LinesBuilder,
  type LinesKind,
  linesBuilder,
  nextHash,
} from "./lines.js";
import { parseNumber } from "./number.js";
import { type Faults, faultsOf, notNumber } from "./refuse.js";

/** Where the value stands. Labels end with it: a run that is given for labels would have its ranks for grades. */
const fieldsOf: Readonly<Record<LinesKind, Form>> = {
  run: { value: 4, isLast: false, form: "user Q0 item rank score name" },
  labels: { value: 3, isLast: true, form: "user 0 item grade" },
};

interface Form {
  readonly value: number;
  readonly isLast: boolean;
  readonly form: string;
}

const [newline, space] = [10, 32];
const decoder = new TextDecoder();
const blanks = /[\0- ]+/;

/** Reads a run or labels in TREC's form: fields between blanks, one line an item. */
export function readTrec(name: string, kind: LinesKind, bytes: Uint8Array): Lines {
  const firstLine = bytes.indexOf(newline);
  const expected = Math.ceil(bytes.length / Math.max(8, firstLine < 0 ? bytes.length : firstLine));
  const builder = linesBuilder(name, kind, Math.ceil(1.1 * expected));
  const faults = faultsOf(name);
  readAll(bytes, kind, builder, faults);
  faults.finish();
  return builder.build(bytes);
}

/** A million lines are read byte by byte, each byte once where that can be; nothing is made of a line but its columns. */
function readAll(bytes: Uint8Array, kind: LinesKind, builder: LinesBuilder, faults: Faults): void {
  const { value: valueField, isLast, form } = fieldsOf[kind];
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
    let valueFrom = nextField(bytes, to);
    for (let field = 3; field < valueField; field++) {
      valueFrom = nextField(bytes, fieldEnd(bytes, valueFrom));
    }
    const valueTo = fieldEnd(bytes, valueFrom);
    const start = at;
    const rest = nextField(bytes, valueTo);
    at = lineEnd(bytes, rest) + 1;
    if (first === firstEnd) continue;
    if (valueFrom === valueTo || (isLast && rest < at - 1)) {
      const found = decoder.decode(bytes.subarray(start, at)).trim().split(blanks).length;
      faults.add(line, `it has ${found} ${found === 1 ? "field" : "fields"}; expected "${form}".`);
      continue;
    }
    const value = parseNumber(bytes, valueFrom, valueTo);
    if (!(value - value === 0)) {
      const given = decoder.decode(bytes.subarray(valueFrom, valueTo));
      faults.add(line, notNumber(kind === "run" ? "score" : "grade", given));
      continue;
    }
    if (user < 0 || !isSame(bytes, userFrom, userTo, first, firstEnd)) {
      [userFrom, userTo] = [first, firstEnd];
      user = builder.userOf(decoder.decode(bytes.subarray(userFrom, userTo)));
    }
    builder.add(user, from, to, hash, value, line);
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
