import type { Row, Value } from "../../../src/sql/interpreter/value.js";
import type { ColumnType, SourceColumn } from "../../../src/sql/source-column.js";
import {
  type Dials,
  columns as plainColumns,
  randomLog as randomSessions,
} from "../../carried/random-log.js";
import {
  drawExposures,
  type ExposureWorld,
  exposureColumnsOf,
  wrongByItem,
} from "../../fixture/exposure-worlds.js";
import { listLog } from "../../fixture/list-log.js";
import { offeredItems } from "../../fixture/offered-items.js";
import { loggersColumns, loggersLog } from "../../fixture/several-loggers.js";

/** A log that every engine is asked about, in memory and as typed columns. */
export interface GoldenLog {
  readonly name: string;
  readonly rows: readonly Row[];
  readonly columns: readonly SourceColumn[];
}

const more: Readonly<Record<string, ColumnType>> = {
  item: "bigint",
  price: "decimal",
  target_score: "double",
  unseen: "boolean",
  moment: "timestamp",
  session_text: "text",
  user_text: "text",
  feed_text: "text",
  logger_id: "bigint",
  kind: "text",
};

const columns: readonly SourceColumn[] = [
  ...plainColumns,
  ...Object.entries(more).map(([name, type]) => ({ name, type })),
];

/** Ids as large as they come, above 2^53 and far apart. */
const snowflake = (id: bigint): bigint => 2n ** 60n + id * 4_194_304_001n;

const strange = ["plain", "it's", 'say "x"', "back\\slash", "größe ☃", "𝄞 $1 ?", "two\nlines"];
const worded = (id: bigint): string => `${strange[Number(id) % strange.length]} ${id}`;

function extended(row: Row, at: number): Row {
  const [session, user, feed] = [row.session, row.user, row.feed] as readonly bigint[];
  if (session === undefined || user === undefined || feed === undefined) throw new Error("no keys");
  return {
    ...row,
    user: snowflake(user),
    item: BigInt((at * 7) % 11),
    price: ((at * 37) % 1000) / 4,
    target_score: ((at * 53) % 97) / 8,
    unseen: row.cut === 1n,
    moment: `${row.day} ${String(at % 24).padStart(2, "0")}:30:00`,
    session_text: worded(session),
    user_text: worded(user),
    feed_text: worded(feed),
    logger_id: row.logger === "logger 0" ? 0n : -1n,
    kind: strange[(Number(session) + Number(row.position) ** 2) % 3] ?? null,
  };
}

const logOf = (name: string, dials: Dials): GoldenLog => ({
  name,
  rows: randomSessions(`golden ${name}`, dials).map(extended),
  columns,
});

/** Feeds, days, loggers; items that policies do not show; ends that were not seen. */
export const plainLog: GoldenLog = logOf("plain", {
  users: 120,
  days: 3,
  feeds: 2,
  loggers: 2,
  notShown: 0.15,
  cut: 0.1,
});

/** Positions without an item, sessions over midnight, rewards below zero. */
export const roughLog: GoldenLog = logOf("rough", {
  users: 90,
  days: 2,
  feeds: 2,
  holes: 0.3,
  overnight: 0.3,
  notShown: 0.1,
  negative: true,
});

const faults: Readonly<Record<number, Readonly<Record<string, Value>>>> = {
  5: { watch: Number.NaN },
  17: { watch: Number.POSITIVE_INFINITY },
  29: { position: 0n },
  41: { rank_a: -3n },
  53: { position: null },
  65: { user: null, user_text: null },
  77: { eps0: 0 },
  89: { watch: null },
};
const fault = (at: number): Readonly<Record<string, Value>> => faults[at] ?? {};

/** What holds in the rough log but for a few rows: no number, no rank, a rank twice, no user. */
export const brokenLog: GoldenLog = {
  name: "broken",
  columns,
  rows: roughLog.rows.map((row, at) => ({ ...row, ...fault(at) })),
};

/** The plain log, of which a third of the sessions have no user. */
export const anonymousLog: GoldenLog = {
  name: "anonymous",
  columns,
  rows: plainLog.rows.map((row) =>
    Number(row.session) % 3 === 0 ? { ...row, user: null, user_text: null } : row,
  ),
};

/** More users than get a bucket of their own, each of one short session. */
export const crowdedLog: GoldenLog = {
  name: "crowded",
  columns,
  rows: Array.from({ length: 16_600 }, (_, at) => visit(at)),
};

function visit(at: number): Row {
  const id = BigInt(at);
  const like = (at * 7919) % 5 === 0 ? 1 : 0;
  const position = 1n;
  const row = {
    ...{ session: id, user: id, feed: id % 2n, logger: "logger 0", list_length: 3n, cut: 0n },
    ...{ day: "2026-11-01", position, copied: position, rank_a: 1n + (id % 3n), rank_b: 2n },
    ...{ eps0: 0.5, eps_t: ((at * 13) % 8) / 8, like, watch: ((at * 31) % 64) / 8 },
  };
  return extended(row, at);
}

/** A log without a row. */
export const emptyLog: GoldenLog = { name: "empty", rows: [], columns };

/** All candidates of two logging policies' lists, with exposures that add up exactly in any order. */
export const offeredLog: GoldenLog = {
  name: "offered",
  rows: loggersLog("golden", { days: 2, feeds: 2 }),
  columns: loggersColumns,
};

/** What was viewed of them. */
export const viewedLog: GoldenLog = {
  name: "viewed",
  rows: offeredLog.rows.filter(({ viewed }) => viewed === 1n),
  columns: loggersColumns,
};

const ofItems: Readonly<Record<string, ColumnType>> = {
  ...{ session: "bigint", user: "bigint", feed: "bigint", logger: "text", day: "date" },
  ...{ position: "bigint", item: "bigint", rank_a: "bigint", viewed: "bigint" },
  ...{ like: "double", net: "double" },
};

/** Offered items of which a policy shows what no list of the log does, some of them nowhere. */
export const missingLog: GoldenLog = {
  name: "missing",
  rows: offeredItems("golden", { newRate: 0.9, sessions: 600 }).rows,
  columns: Object.entries(ofItems).map(([name, type]) => ({ name, type })),
};

const ofLists: Readonly<Record<string, ColumnType>> = {
  ...{ session: "bigint", user: "bigint", feed: "bigint", logger: "text", day: "date" },
  ...{ slots: "bigint", position: "bigint", item: "bigint", viewed: "bigint", weight: "double" },
  ...{ like: "double", p0: "double", p_a: "double", m0: "double", m_a: "double" },
  ...{ rest: "double", rest_a: "double" },
};

/** Lists with the probabilities of their items, viewed down to some slot. */
export const listsLog: GoldenLog = {
  name: "lists",
  rows: listLog("golden", 60),
  columns: Object.entries(ofLists).map(([name, type]) => ({ name, type })),
};

/** Items whose logged exposures are wrong, up and down. */
const rotations: ExposureWorld = { ...wrongByItem, sessions: 600, offered: true };
export const rotatedLog: GoldenLog = {
  name: "rotated",
  rows: drawExposures(rotations, "golden"),
  columns: exposureColumnsOf(rotations),
};

/** What was viewed of them. */
export const seenLog: GoldenLog = {
  ...rotatedLog,
  name: "seen",
  rows: rotatedLog.rows.filter(({ seen }) => seen === 1n),
};

export const goldenLogs: readonly GoldenLog[] = [
  plainLog,
  roughLog,
  brokenLog,
  anonymousLog,
  crowdedLog,
  emptyLog,
  offeredLog,
  viewedLog,
  listsLog,
  missingLog,
  rotatedLog,
  seenLog,
];
