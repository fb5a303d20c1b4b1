import { describe, expect, it } from "vitest";
import type { DifferenceRow, EstimateRow, Result } from "../src/evaluate/conclude/result.js";
import type { Row } from "../src/sql/interpreter/value.js";
import { inTurn } from "./fixture/property.js";
import { randomLog } from "./fixture/random-log.js";
import { evaluateRows, rowOf, smallStudy } from "./fixture/small-study.js";

const dials = { trajectories: 250, users: 120, feeds: 2, days: 2 };
const plain = randomLog("outliers", dials);
const study = smallStudy({
  log: { feed: "feed", day: "day", rewards: { watch: "watch" } },
  policies: { a: { rank: "rank_a" }, kept: { rank: "kept" } },
  estimators: ["mean", "dcg", "snips", "ndcg"],
  estimands: ["perTrajectory", "perImpression"],
});
const columnsOf = (rows: readonly Row[]): readonly Row[] =>
  rows.map((row) => ({ ...row, copied: keptFirst(row) }));

/** A policy that keeps what stands at rank 1 and turns round what stands below it. */
const keptFirst = ({ position }: Row): bigint => (position === 1n ? 1n : 8n - (position as bigint));

const asked = { ...study, policies: { a: { rank: "rank_a" }, kept: { rank: "copied" } } };

/** The log with one reward at rank 1 of feed 2 on the second day as large as this. */
function withOutlier(value: number): readonly Row[] {
  const at = plain.findIndex(
    ({ feed, day, position }) => feed === 2n && day === "2026-11-02" && position === 1n,
  );
  return columnsOf(plain.map((row, i) => (i === at ? { ...row, watch: value } : row)));
}

const evaluated = (value: number, more: object = {}): Promise<Result> =>
  evaluateRows({ ...asked, ...more }, withOutlier(value));

let ordinary: Promise<Result> | undefined;
/** The answer to the log whose reward is an ordinary one, computed once. */
function ordinaryAnswer(): Promise<Result> {
  ordinary ??= evaluated(3);
  return ordinary;
}

const inFeed = <T extends EstimateRow | DifferenceRow>(rows: readonly T[], feed: string): T[] =>
  rows.filter((row) => row.feed === feed);

/** A line shares its level with those of the other feed that have an answer. */
function withoutFamily(row: DifferenceRow): object {
  if ("none" in row) return row;
  const { adjusted: _adjusted, lift: _lift, ...own } = row;
  return own;
}

/** 2^31 − 1, a time in milliseconds, the largest BIGINT, and the largest single-precision float. */
const sentinels = [2 ** 31 - 1, 1.7e12, 2 ** 63, 3.4028234663852886e38];

describe("one outlier", () => {
  it.each(inTurn(sentinels))(
    "of %d changes no bit of any number of another feed",
    async (sentinel) => {
      const [before, after] = [await ordinaryAnswer(), await evaluated(sentinel)];
      const own = inFeed(before.estimates, "1");
      expect(own.length).toBeGreaterThan(40);
      expect(inFeed(after.estimates, "1")).toEqual(own);
      const compared = inFeed(before.differences, "1").map(withoutFamily);
      expect(inFeed(after.differences, "1").map(withoutFamily)).toEqual(compared);
      expect(compared.filter((row) => "value" in row).length).toBeGreaterThan(20);
    },
  );

  it.each(inTurn([2 ** 31 - 1, 1.7e12, 2 ** 63], 3))(
    "of %d that two policies share leaves their difference as it is, in its own feed",
    async (sentinel) => {
      const day = "2026-11-02";
      const key = {
        policy: "kept",
        estimator: "dcg",
        estimand: "perTrajectory",
        feed: "2",
      } as const;
      const results = [await ordinaryAnswer(), await evaluated(sentinel)];
      for (const at of [null, day]) {
        const [before, after] = results.map((result) =>
          rowOf(result.differences, { ...key, day: at }),
        );
        if (before === undefined || after === undefined) throw new Error("two differences");
        expect(before.se).toBeGreaterThan(0);
        expect(after.value / before.value).toBeCloseTo(1, 9);
        // The error of a verdict's own line also allows for rewards of this size elsewhere.
        if (at !== null) expect(after.se / before.se).toBeCloseTo(1, 9);
      }
    },
  );

  it("next to which doubles hold nothing else is named, and no number is given", async () => {
    const { differences, verdicts } = await evaluated(1e45);
    const key = { policy: "kept", estimator: "dcg", feed: "2" };
    const shared = differences.filter((row) =>
      Object.entries(key).every(([name, value]) => row[name as "feed"] === value),
    );
    const days = new Set([null, "2026-11-02"]);
    const found = shared.filter(({ day }) => days.has(day));
    expect(found).toHaveLength(4);
    for (const row of found) {
      if (!("none" in row)) throw new Error(JSON.stringify(row));
      expect(row.none.code).toBe("rounding");
      expect(row.none.message).toContain("one value of 1e+45 of watch on 2026-11-02, feed 2");
    }
    const verdict = verdicts.find(({ policy, feed }) => policy === "kept" && feed === "2");
    expect([verdict?.verdict, verdict?.reason.code]).toEqual(["cannotTell", "rounding"]);
  });

  it("that leaves rounding to be told next to the error is said in the line, which is not refused", async () => {
    const { verdicts } = await evaluated(1e13, { estimands: ["perImpression"] });
    const messages = verdicts
      .filter(({ policy }) => policy === "kept")
      .map(({ feed, reason: { message } }) => [feed, message.includes("Rounding in the sums")]);
    expect(messages).toEqual([
      ["1", false],
      ["2", true],
    ]);
  });
});

describe("rewards that are all large", () => {
  const near = (large: number): readonly Row[] =>
    columnsOf(plain.map((row) => ({ ...row, watch: large + Number(row.like) })));
  const rowsNear = async (large: number): Promise<Result> =>
    evaluateRows({ ...asked, estimators: ["mean"] }, near(large));

  it("say that rounding is a part of a ratio's error, and no longer give it further out", async () => {
    const warned = async (large: number): Promise<readonly (string | undefined)[]> => {
      const { estimates, warnings } = await rowsNear(large);
      const own = estimates.filter(
        (row) => row.policy === "logged" && row.day === null && row.estimand === "perImpression",
      );
      const codes = own.flatMap((row) => ("none" in row ? [row.none.code] : row.warnings));
      return [...new Set(codes), warnings.find(({ code }) => code === "inexactSums")?.code];
    };
    expect(await warned(0)).toEqual([undefined]);
    expect(await warned(1e9)).toEqual(["inexactSums", "inexactSums"]);
    expect(await warned(1e13)).toEqual(["rounding", undefined]);
  });
});
