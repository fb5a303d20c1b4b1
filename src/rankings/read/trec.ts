import { firstHash, type Lines, type LinesBuilder, type LinesKind, linesBuilder } from "./lines.js";
import { parseNumber } from "./number.js";
import { type Faults, faultsOf, notNumber } from "./refuse.js";

const fieldsOf: Readonly<Record<LinesKind, { readonly value: number; readonly form: string }>> = {
  run: { value: 4, form: "user Q0 item rank score name" },
  labels: { value: 3, form: "user 0 item grade" },
};

const [newline, carriageReturn, space, tab] = [10, 13, 32, 9];
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

function readAll(bytes: Uint8Array, kind: LinesKind, builder: LinesBuilder, faults: Faults): void {
  const { value: valueField, form } = fieldsOf[kind];
  const { length } = bytes;
  let at = bytes[0] === 0xef ? 3 : 0;
  let line = 0;
  let user = -1;
  let userFrom = 0;
  let userTo = 0;
  while (at < length && !faults.isFull()) {
    line += 1;
    let fields = 0;
    let itemFrom = 0;
    let itemTo = 0;
    let hash = firstHash;
    let valueFrom = 0;
    let valueTo = 0;
    let ownFrom = 0;
    let ownTo = 0;
    let byte = bytes[at] as number;
    while (at < length && byte !== newline) {
      if (byte === space || byte === tab || byte === carriageReturn) {
        byte = bytes[++at] as number;
        continue;
      }
      const from = at;
      if (fields === 2) {
        while (at < length && byte > space) {
          hash = Math.imul(hash ^ byte, 0x01000193);
          byte = bytes[++at] as number;
        }
        itemFrom = from;
        itemTo = at;
      } else {
        while (at < length && byte > space) byte = bytes[++at] as number;
        if (fields === 0) {
          ownFrom = from;
          ownTo = at;
        } else if (fields === valueField) {
          valueFrom = from;
          valueTo = at;
        }
      }
      if (at === from) byte = bytes[++at] as number;
      else fields += 1;
    }
    at += 1;
    if (fields === 0) continue;
    if (fields <= valueField) {
      faults.add(line, `it has ${fields} fields; expected "${form}".`);
      continue;
    }
    const value = parseNumber(bytes, valueFrom, valueTo);
    if (!(value - value === 0)) {
      const given = decoder.decode(bytes.subarray(valueFrom, valueTo));
      faults.add(line, notNumber(kind === "run" ? "score" : "grade", given));
      continue;
    }
    if (user < 0 || !isSame(bytes, userFrom, userTo, ownFrom, ownTo)) {
      user = builder.userOf(decoder.decode(bytes.subarray(ownFrom, ownTo)));
      userFrom = ownFrom;
      userTo = ownTo;
    }
    builder.add(user, itemFrom, itemTo, hash, value, line);
  }
}

function isSame(bytes: Uint8Array, from: number, to: number, from2: number, to2: number): boolean {
  if (to - from !== to2 - from2) return false;
  for (let i = to - from - 1; i >= 0; i--) if (bytes[from + i] !== bytes[from2 + i]) return false;
  return true;
}
