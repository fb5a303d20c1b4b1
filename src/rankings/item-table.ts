import { log2 } from "../numeric/elementary/log-in-base.js";
import { powerOfTwo } from "../numeric/elementary/power-of-two.js";
import type { Lines } from "./read/lines.js";

/** The items of some lines, found by their bytes; cleared by a stamp, so that it costs what it holds. */
export interface ItemTable {
  readonly clear: (items: number) => void;
  /** The line that holds the item of another line, or −1. */
  readonly find: (other: Lines, line: number) => number;
  /** Adds a line's item; returns the line that had it before, or −1. */
  readonly add: (line: number) => number;
}

export function itemTable(lines: Lines): ItemTable {
  const slots = stampedSlots();
  const place = (other: Lines, line: number): number => {
    let slot = slots.first(other.hash[line] as number);
    for (; slots.isTaken(slot); slot = slots.next(slot)) {
      if (isSameItem(lines, slots.get(slot), other, line)) break;
    }
    return slot;
  };
  return {
    clear: slots.clear,
    find(other, line) {
      const slot = place(other, line);
      return slots.isTaken(slot) ? slots.get(slot) : -1;
    },
    add(line) {
      const slot = place(lines, line);
      if (slots.isTaken(slot)) return slots.get(slot);
      slots.set(slot, line);
      return -1;
    },
  };
}

/** Finds the labels of the items that a run lists for one user, and items that it lists twice, in one table. */
export interface Matcher {
  /** Begins with a user: the lines of the labels, and how many items the run lists. */
  readonly begin: (labelled: Int32Array, listed: number) => void;
  /** The line of the labels that has the item of a line of the run, or −1. */
  readonly labelOf: (line: number) => number;
}

/** `refuse` is called where a line's item was listed before. Labels must be of one user at a time, each item once. */
export function itemMatcher(
  labels: Lines,
  run: Lines,
  refuse: (before: number, line: number) => void,
): Matcher {
  const slots = stampedSlots();
  // By line of the labels: the line of the run that lists its item.
  const listedAt = new Int32Array(labels.size).fill(-1);
  return {
    begin(labelled, listed) {
      slots.clear(labelled.length + listed);
      for (let i = 0; i < labelled.length; i++) {
        const line = labelled[i] as number;
        let slot = slots.first(labels.hash[line] as number);
        while (slots.isTaken(slot)) slot = slots.next(slot);
        slots.set(slot, line);
      }
    },
    labelOf(line) {
      let slot = slots.first(run.hash[line] as number);
      for (; slots.isTaken(slot); slot = slots.next(slot)) {
        const entry = slots.get(slot);
        if (entry < 0) {
          // A line of the run: its item has no label.
          if (isSameItem(run, ~entry, run, line)) refuse(~entry, line);
        } else if (isSameItem(labels, entry, run, line)) {
          const before = listedAt[entry] as number;
          if (before >= 0) refuse(before, line);
          listedAt[entry] = line;
          return entry;
        }
      }
      slots.set(slot, ~line);
      return -1;
    },
  };
}

/** A hash table's slots that are free until they are set with the current stamp. */
interface StampedSlots {
  readonly clear: (items: number) => void;
  readonly first: (hash: number) => number;
  readonly next: (slot: number) => number;
  readonly isTaken: (slot: number) => boolean;
  readonly get: (slot: number) => number;
  readonly set: (slot: number, value: number) => void;
}

function stampedSlots(): StampedSlots {
  let values = new Int32Array(64);
  let stamps = new Int32Array(64);
  let [stamp, mask] = [0, 63];
  return {
    clear(items) {
      stamp += 1;
      const size = powerOfTwo(Math.ceil(log2(Math.max(32, items) * 2)));
      if (size <= values.length) return;
      values = new Int32Array(size);
      stamps = new Int32Array(size);
      [stamp, mask] = [1, size - 1];
    },
    first: (hash) => (hash ^ (hash >>> 15)) & mask,
    next: (slot) => (slot + 1) & mask,
    isTaken: (slot) => stamps[slot] === stamp,
    get: (slot) => values[slot] as number,
    set(slot, value) {
      values[slot] = value;
      stamps[slot] = stamp;
    },
  };
}

function isSameItem(lines: Lines, line: number, other: Lines, otherLine: number): boolean {
  if (lines.hash[line] !== other.hash[otherLine]) return false;
  let [a, b] = [lines.from[line] as number, other.from[otherLine] as number];
  const end = lines.to[line] as number;
  if (end - a !== (other.to[otherLine] as number) - b) return false;
  for (; a < end; a++, b++) if (lines.bytes[a] !== other.bytes[b]) return false;
  return true;
}
