import { hashOf, type Lines, type LinesBuilder, type LinesKind, linesBuilder } from "./lines.js";
import { parseNumber } from "./number.js";
import { type Faults, faultsOf, notNumber } from "./refuse.js";

const fieldsOf: Readonly<Record<LinesKind, { readonly value: number; readonly form: string }>> = {
  run: { value: 4, form: "user Q0 item rank score name" },
  labels: { value: 3, form: "user 0 item grade" },
};

const [newline, space] = [10, 32];
const decoder = new TextDecoder();

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

/** Where the fields of a line stand: one record for all lines, since a million of them would be a million objects. */
interface Fields {
  count: number;
  /** Of each of the first fields: where it begins and where it ends. */
  readonly ends: Int32Array;
}

const mostFields = 6;

function readAll(bytes: Uint8Array, kind: LinesKind, builder: LinesBuilder, faults: Faults): void {
  const { value: valueField, form } = fieldsOf[kind];
  const fields: Fields = { count: 0, ends: new Int32Array(2 * mostFields) };
  const { ends } = fields;
  const end = (field: number, side: 0 | 1): number => ends[2 * field + side] as number;
  let at = bytes[0] === 0xef ? 3 : 0;
  let [line, user, userFrom, userTo] = [0, -1, 0, 0];
  while (at < bytes.length && !faults.isFull()) {
    line += 1;
    at = scanLine(bytes, at, fields);
    if (fields.count === 0) continue;
    if (fields.count <= valueField) {
      faults.add(line, `it has ${fields.count} fields; expected "${form}".`);
      continue;
    }
    const [valueFrom, valueTo] = [end(valueField, 0), end(valueField, 1)];
    const value = parseNumber(bytes, valueFrom, valueTo);
    if (!(value - value === 0)) {
      const given = decoder.decode(bytes.subarray(valueFrom, valueTo));
      faults.add(line, notNumber(kind === "run" ? "score" : "grade", given));
      continue;
    }
    if (user < 0 || !isSame(bytes, userFrom, userTo, end(0, 0), end(0, 1))) {
      [userFrom, userTo] = [end(0, 0), end(0, 1)];
      user = builder.userOf(decoder.decode(bytes.subarray(userFrom, userTo)));
    }
    const [from, to] = [end(2, 0), end(2, 1)];
    builder.add(user, from, to, hashOf(bytes, from, to), value, line);
  }
}

/** Finds the fields of the line at `from`; returns where the next line begins. */
function scanLine(bytes: Uint8Array, from: number, fields: Fields): number {
  const { length } = bytes;
  let [at, count] = [from, 0];
  while (at < length && bytes[at] !== newline) {
    const start = at;
    while (at < length && (bytes[at] as number) > space) at += 1;
    if (at === start) {
      // A blank; other control characters part fields, too.
      at += 1;
      continue;
    }
    if (count < mostFields) {
      fields.ends[2 * count] = start;
      fields.ends[2 * count + 1] = at;
    }
    count += 1;
  }
  fields.count = count;
  return at + 1;
}

function isSame(bytes: Uint8Array, from: number, to: number, from2: number, to2: number): boolean {
  if (to - from !== to2 - from2) return false;
  for (let i = to - from - 1; i >= 0; i--) if (bytes[from + i] !== bytes[from2 + i]) return false;
  return true;
}
