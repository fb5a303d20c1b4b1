import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { restoreNumbers } from "../src/evaluate/conclude/withhold-numbers.js";
import type { Row } from "../src/sql/interpreter/value.js";
import { inTurn } from "./fixture/property.js";
import { evaluateRows } from "./fixture/small-study.js";

/**
 * 1,500 sessions of which 60 % stand under one id, two digits of base 36 each: whether it is the guests', plus twice
 * (the depth less 1)·32 plus the ranks with a click as bits. Clicks are independent of each other.
 */
const sessions = readFileSync(new URL("./fixture/guest-sessions.txt", import.meta.url), "utf8")
  .replaceAll("\n", "")
  .match(/../g)
  ?.map((code, session) => {
    const value = Number.parseInt(code, 36);
    const [isGuest, clicks, depth] = [value % 2 === 1, (value >> 1) % 32, 1 + (value >> 6)];
    const ranks = Array.from({ length: depth }, (_, at) => at + 1);
    return { session, isGuest, ranks, clicked: ranks.filter((rank) => (clicks >> (rank - 1)) % 2) };
  });

function rowsOf(guest: bigint | null): readonly Row[] {
  return (sessions ?? []).flatMap(({ session, isGuest, ranks, clicked }) =>
    ranks.map((rank) => ({
      session: BigInt(session),
      user: isGuest ? guest : BigInt(100 + (session % 500)),
      position: BigInt(rank),
      like: clicked.includes(rank) ? 1 : 0,
      rank_a: BigInt(6 - rank),
    })),
  );
}

const study = (user: string | undefined) => ({
  log: {
    source: { table: "log" },
    trajectory: "session",
    rank: "position",
    ...(user && { user }),
    rewards: { like: "like" },
    exposure: { curve: { model: "geometric", gamma: 0.75 } },
  },
  policies: { a: { rank: "rank_a" } },
  estimators: ["mean", "dcg"],
});

describe("a log in which one id stands for all guests", () => {
  it("is called as it is without users, and its pairs of rewards are counted", async () => {
    const wanted = (sessions ?? []).reduce(
      (all, { clicked: { length } }) => all + (length * (length - 1)) / 2,
      0,
    );
    expect(wanted).toBe(374);
    for (const user of ["user", undefined]) {
      const { verdicts } = await evaluateRows(study(user), rowsOf(0n));
      expect(verdicts).toMatchObject([{ verdict: "worse" }]);
      const found = verdicts[0]?.checks?.find(({ check }) => check === "oneRewardEach");
      expect(found).toMatchObject({ effect: "none", facts: { pairs: wanted } });
      expect(found?.facts.expectedPairs).toBeCloseTo(364.5, 1);
    }
  });

  it("names the id with the remedy, if it says itself that it is none", async () => {
    const { verdicts } = await evaluateRows(study("user"), rowsOf(0n));
    expect(verdicts[0]?.reason.message).toContain(
      'User "0" accounts for 58 % of the trajectories and 47 % of the squared error of the difference: probably an id that stands for many people',
    );
    expect(verdicts[0]?.reason.message).toContain(
      'log.source: { sql: "select * replace (nullif(user, 0) as user) from …" }',
    );
    const other = await evaluateRows(study("user"), rowsOf(77n));
    expect(other.verdicts[0]?.reason.message).toContain("One user accounts for 58 %");
    expect(other.verdicts[0]?.reason.message).toContain("nullif(user, …)");
    expect(JSON.stringify(other)).not.toContain("77 then");
  });

  it.each(inTurn([40, 150], 2))(
    "is the first reason where %d sessions are not called",
    async (sessions) => {
      const few = rowsOf(0n).filter(({ session }) => Number(session) < sessions);
      const { verdicts, diagnostics } = await evaluateRows(study("user"), few);
      expect(verdicts).toMatchObject([
        { verdict: "cannotTell", reason: { code: "robots", facts: { standsForMany: true } } },
      ]);
      expect(diagnostics.find(({ code }) => code === "fewClusters")).toMatchObject({
        severity: "watch",
      });
    },
  );

  it("has honest intervals, and those of a log without users once the id is NULL", async () => {
    const widths = async (user: string | undefined, guest: bigint | null) => {
      const { estimates } = await evaluateRows(study(user), rowsOf(guest));
      return estimates
        .map(restoreNumbers)
        .map((row) => ("interval" in row ? row.interval[1] - row.interval[0] : 0));
    };
    const [one, none, without] = [
      await widths("user", 0n),
      await widths("user", null),
      await widths(undefined, 0n),
    ];
    for (const [at, width] of none.entries()) {
      expect(width / (without[at] ?? 0)).toBeGreaterThan(0.9);
      expect(width / (without[at] ?? 0)).toBeLessThan(1.1);
      expect(one[at]).toBeGreaterThan(width);
    }
  });
});
