import { describe, expect, it } from "vitest";
import { InternalError } from "../errors.js";
import type { SourceColumn } from "../sql/source-column.js";
import { fingerprintOf } from "../tally/columns.js";
import { type BoundLog, bindLog } from "./bind.js";
import { canonical, isColumnOf, meaningOf } from "./canonical.js";
import { rangeOf, type Summary, summaryOf } from "./summary.js";

const columns: readonly SourceColumn[] = [
  ..."session visitor surface wrote place offered cut place_a place_b"
    .split(" ")
    .map((name) => ({ name, type: "bigint" }) as const),
  ..."liked shown shown_c score_d".split(" ").map((name) => ({ name, type: "double" }) as const),
  { name: "date", type: "date" },
  { name: "thing", type: "text" },
];

const log: BoundLog = bindLog(
  {
    source: { table: ["log"] },
    trajectory: "session",
    day: "date",
    user: "visitor",
    feed: "surface",
    logger: "wrote",
    item: "thing",
    rank: "place",
    listLength: "offered",
    censored: "cut",
    rewards: {
      like: { column: "liked", better: "higher" },
      liked0: { column: "liked", better: "higher", missing: 0 },
    },
    invalid: "refuse",
    structure: "check",
  },
  {
    a: { rank: "place_a" },
    b: { rank: "place_b" },
    c: { exposure: "shown_c" },
    d: { score: "score_d", force: "rankViewed" },
    e: { exposure: 0.05 },
  },
  "shown",
  columns,
);

const plain: BoundLog = bindLog(
  { source: { table: ["log"] }, rewards: {}, invalid: "refuse", structure: "check" },
  {},
  undefined,
  columns,
);

const empty: Summary = { rows: 9, columns: {}, deepestBeyondList: null };

describe("meanings, of which the fingerprints of saved tallies are made", () => {
  it.each([
    [canonical.trajectory, "h_trajectory:session"],
    [canonical.feed, "h_feed:surface"],
    [canonical.rank, "h_rank:place"],
    [canonical.listLength, "h_length:offered"],
    [canonical.censored, "h_censored:cut"],
    [canonical.loggedExposure, "h_exposure:shown"],
    [canonical.reward(0), "reward:liked:given"],
    [canonical.reward(1), "reward:liked:0"],
    [canonical.targetRank(0), "rank:place_a:up to offered"],
    [canonical.targetRank(1), "rank:place_b:up to offered"],
    [canonical.targetExposure(2), "exposure:shown_c"],
    [canonical.targetRank(3), "rank:by score score_d"],
    [canonical.targetExposure(4), "exposure:0.05"],
  ])("of $name", ({ name }, meaning) => {
    expect(meaningOf(log, name)).toBe(meaning);
  });

  it("of a role that the log does not have name no column", () => {
    expect(meaningOf(plain, "h_feed")).toBe("h_feed:");
  });

  it("are all different for the columns of one log", () => {
    const { day, user, logger, item } = canonical;
    const names = [day, user, logger, item, canonical.targetScore(3)].map(({ name }) => name);
    expect(new Set(names.map((name) => meaningOf(log, name))).size).toBe(names.length);
  });
});

describe("a column that is not known", () => {
  it.each(["h_renk", "h_rank_x", "rank", "h_trajectory_0"])("%s is one of no role", (name) => {
    for (const read of [
      () => meaningOf(log, name),
      () => rangeOf(log, empty, name),
      () => fingerprintOf(log, { over: "rows", value: { kind: "column", name } }),
    ]) {
      expect(read).toThrow(InternalError);
      expect(read).toThrow(`No role has a canonical column "${name}".`);
    }
  });

  it.each(["h_reward_0", "h_rank_0"])("%s of a log without it throws", (name) => {
    expect(() => rangeOf(plain, empty, name)).toThrow(
      `This log has no canonical column "${name}".`,
    );
  });

  it("to the survey throws, and has no range of [0, 0]", () => {
    expect(() => rangeOf(log, empty, "h_reward_0")).toThrow(InternalError);
    expect(() => summaryOf(log, empty, canonical.reward(0))).toThrow(
      'The survey knows nothing of log.rewards.like (column "h_reward_0").',
    );
  });
});

describe("the range of a column", () => {
  it("of a role that the log does not have is that of what stands for it", () => {
    expect(rangeOf(plain, empty, "h_rank")).toEqual([1, 1]);
    expect(rangeOf(plain, empty, "h_feed")).toEqual([0, 0]);
    expect(rangeOf(plain, empty, "h_trajectory")).toEqual([1, 9]);
  });

  it("of text is everything, of no value at all nothing", () => {
    const known = (values: number): Summary => ({
      ...empty,
      columns: { h_user: { values, range: undefined, finite: true, whole: true } },
    });
    expect(rangeOf(log, known(9), "h_user")).toEqual([-Infinity, Infinity]);
    expect(rangeOf(log, known(0), "h_user")).toEqual([0, 0]);
  });
});

it("a column is told by its role, and numbered ones by their number", () => {
  expect(isColumnOf("h_reward_3", "reward")).toBe(true);
  expect(isColumnOf("h_reward", "reward")).toBe(false);
  expect(isColumnOf("h_rank", "targetRank")).toBe(false);
  expect(isColumnOf("h_rank_0", "targetRank")).toBe(true);
  expect(isColumnOf("a_0", "reward")).toBe(false);
});
