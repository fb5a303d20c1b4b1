import type { Reason } from "../../errors.js";
import { type RanksAndScores, rankCheck } from "./rank-check.js";

/** What the lines of a file give: a score to every item that a run lists, or a grade to every labelled item. */
export type LinesKind = "run" | "labels";

/**
 * The lines of a run or of labels as columns. Items are spans of bytes, since most of them are never needed
 * as texts: a file of a million lines is joined with another by comparing bytes.
 */
export interface Lines {
  /** The file as messages call it. */
  readonly name: string;
  readonly kind: LinesKind;
  readonly size: number;
  readonly users: readonly string[];
  /** Index of the user, by line. */
  readonly user: Int32Array;
  readonly bytes: Uint8Array;
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** Of the item's bytes. */
  readonly hash: Int32Array;
  /** A score, or a grade. */
  readonly value: Float64Array;
  /** Where the line stands in its file, from 1; for messages. */
  readonly line: Int32Array;
  /** How ranks that stand next to scores agree with them; null where only one of them is read. */
  readonly ranks: RanksAndScores | null;
  /** The column of those ranks, where the file is a table. */
  readonly rankColumn: string | null;
  /** What a reader must know of how it was read. */
  readonly notes: readonly Reason[];
}

const decoder = new TextDecoder();

export const itemOf = ({ bytes, from, to }: Lines, at: number): string =>
  decoder.decode(bytes.subarray(from[at], to[at]));

/** FNV-1a, 32 bits. */
export const firstHash: number = 0x811c9dc5 | 0;
export const nextHash = (hash: number, byte: number): number => Math.imul(hash ^ byte, 0x01000193);

export function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = firstHash;
  for (let i = from; i < to; i++) hash = nextHash(hash, bytes[i] ?? 0);
  return hash;
}

/** Columns that grow; the reader of a format adds lines to it. */
export interface LinesBuilder {
  /** Index of a user, by name. */
  readonly userOf: (name: string) => number;
  readonly add: (
    user: number,
    from: number,
    to: number,
    hash: number,
    value: number,
    line: number,
    /** NaN where none is read. */
    rank: number,
  ) => void;
  readonly build: (bytes: Uint8Array) => Lines;
}

export function linesBuilder(name: string, kind: LinesKind, expected: number): LinesBuilder {
  const users: string[] = [];
  const places = new Map<string, number>();
  const ranks = rankCheck();
  let capacity = Math.max(16, expected);
  let size = 0;
  let user = new Int32Array(capacity);
  let from = new Int32Array(capacity);
  let to = new Int32Array(capacity);
  let hash = new Int32Array(capacity);
  let line = new Int32Array(capacity);
  let value = new Float64Array(capacity);
  const grow = (): void => {
    capacity *= 2;
    const larger = (old: Int32Array): Int32Array<ArrayBuffer> => {
      const made = new Int32Array(capacity);
      made.set(old);
      return made;
    };
    [user, from, to, hash, line] = [
      larger(user),
      larger(from),
      larger(to),
      larger(hash),
      larger(line),
    ];
    const values = new Float64Array(capacity);
    values.set(value);
    value = values;
  };
  return {
    userOf(key) {
      const at = places.get(key);
      if (at !== undefined) return at;
      places.set(key, users.length);
      return users.push(key) - 1;
    },
    add(ownUser, ownFrom, ownTo, ownHash, ownValue, ownLine, ownRank) {
      if (size === capacity) grow();
      if (!Number.isNaN(ownRank)) ranks.add(ownUser, ownRank, ownValue);
      user[size] = ownUser;
      from[size] = ownFrom;
      to[size] = ownTo;
      hash[size] = ownHash;
      value[size] = ownValue;
      line[size] = ownLine;
      size += 1;
    },
    build: (bytes) => ({
      ...{ name, kind, size, users, bytes },
      ranks: noneWithout(ranks.result()),
      ...{ rankColumn: null, notes: [] },
      user: user.subarray(0, size),
      from: from.subarray(0, size),
      to: to.subarray(0, size),
      hash: hash.subarray(0, size),
      value: value.subarray(0, size),
      line: line.subarray(0, size),
    }),
  };
}

const noneWithout = (ranksAndScores: RanksAndScores): RanksAndScores | null =>
  ranksAndScores.lists === 0 ? null : ranksAndScores;

/** A line as formats that give texts know it. */
export interface TextLine {
  readonly user: string;
  readonly item: string;
  readonly value: number;
  readonly line: number;
  /** Where a column of ranks stands next to the scores. */
  readonly rank?: number;
}

/** Lines of texts: the items' bytes are written one after the other. */
export function linesOfTexts(
  name: string,
  kind: LinesKind,
  all: Iterable<TextLine>,
  rankColumn: string | null = null,
): Lines {
  const builder = linesBuilder(name, kind, 1024);
  const encoder = new TextEncoder();
  let bytes = new Uint8Array(1 << 16);
  let end = 0;
  for (const { user, item, value, line, rank = Number.NaN } of all) {
    while (bytes.length < end + 3 * item.length) {
      const larger = new Uint8Array(2 * bytes.length);
      larger.set(bytes);
      bytes = larger;
    }
    const { written } = encoder.encodeInto(item, bytes.subarray(end));
    builder.add(
      builder.userOf(user),
      end,
      end + written,
      hashOf(bytes, end, end + written),
      value,
      line,
      rank,
    );
    end += written;
  }
  return { ...builder.build(bytes.subarray(0, end)), rankColumn };
}
