import { createRandom } from "../../src/random/create-random.js";
import type { Random } from "../../src/random/random.js";
import type { Row } from "../../src/sql/interpreter/value.js";
import type { SourceColumn } from "../../src/sql/source-column.js";
import { type LogDials, logColumns, shuffled, upTo } from "../fixture/random-log.js";

/** What a log of scrolling sessions looks like; every dial off: one day, one feed, items shown by both. */
export interface Dials
  extends Pick<LogDials, "users" | "days" | "feeds" | "loggers" | "notShown" | "negative"> {
  /** Share of sessions in which a position above the deepest view holds no item. */
  readonly holes?: number;
  /** Share of sessions whose end was not seen. */
  readonly cut?: number;
  /** Share of sessions of three views or more that run over midnight. */
  readonly overnight?: number;
}

export const longest = 6;
const goesOn = 0.72;

/** Rows of one to three sessions a user, lists of three to six positions, in a random order. */
export function randomLog(seed: string, dials: Dials = {}): readonly Row[] {
  const random = createRandom(`carried ${seed}`);
  const sessions = Array.from({ length: dials.users ?? 60 }, (_, user) =>
    Array.from({ length: 1 + random.integer(3) }, () => user),
  ).flat();
  const rows = sessions.flatMap((user, at) => session(random.fork(String(at)), at, user, dials));
  return shuffled(rows, random.fork("order"));
}

function session(random: Random, at: number, user: number, dials: Dials): readonly Row[] {
  const length = 3 + random.integer(longest - 2);
  const day = 1 + random.integer(dials.days ?? 1);
  let depth = 1;
  while (depth < length && random.next() < goesOn) depth++;
  const chance = (share: number | undefined): boolean => random.next() < (share ?? 0);
  const hole = depth > 1 && chance(dials.holes) ? 1 + random.integer(depth - 1) : 0;
  const overnight = depth > 2 && chance(dials.overnight);
  const shared = {
    session: BigInt(at),
    user: BigInt(user),
    feed: BigInt(1 + random.integer(dials.feeds ?? 1)),
    logger: `logger ${random.integer(dials.loggers ?? 1)}`,
    list_length: BigInt(length),
    cut: chance(dials.cut) ? 1n : 0n,
  };
  const places = upTo(longest);
  const [a, b] = [shuffled(places, random), shuffled(places, random)];
  return upTo(depth)
    .filter((position) => position !== hole)
    .map((position) => ({
      ...shared,
      day: `2026-11-0${day + (overnight && position > 1 ? 1 : 0)}`,
      position: BigInt(position),
      copied: BigInt(position),
      rank_a: chance(dials.notShown) ? null : BigInt(a[position - 1] ?? 1),
      rank_b: BigInt(b[position - 1] ?? 1),
      eps0: (1 + random.integer(8)) / 8,
      eps_t: random.integer(9) / 8,
      like: random.next() < 0.5 ? 1 : 0,
      watch: random.next() < 0.3 ? 0 : random.next() * 9 - (dials.negative === true ? 3 : 0),
    }));
}

export const columns: readonly SourceColumn[] = [
  ...logColumns.filter(({ name }) => name !== "score"),
  { name: "cut", type: "bigint" },
];
