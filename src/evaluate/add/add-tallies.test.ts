import { describe, expect, it } from "vitest";
import { isInTurn, repetitions } from "../../../test/fixture/property.js";
import { logColumns, randomLog } from "../../../test/fixture/random-log.js";
import { estimateOf, inMemory, smallStudy, tallyRows } from "../../../test/fixture/small-study.js";
import type { Row } from "../../sql/interpreter/value.js";
import { readStudy } from "../../study/read-study.js";
import { foldTally } from "../../tally/fold.js";
import type { StudyTally } from "../about.js";
import { conclude } from "../conclude/conclude.js";
import { takeTally } from "../take-tally.js";
import { addTallies } from "./add-tallies.js";

const roles = { day: "day", feed: "feed" };
const study = smallStudy({ log: roles });
const rows = randomLog("merged", { trajectories: 160, users: 40, days: 2, feeds: 2 });
const isFirst = ({ day }: Row): boolean => day === "2026-11-01";

/** A test of one of two shares, which the seed chooses in a short run. */
const inShare = (at: number) => it.runIf(isInTurn(at, repetitions(2, 1)));
/** Day 1 is of feed 1 alone, day 2 of feed 2. */
const [first, second] = [
  rows.filter((row) => isFirst(row) && row.feed === 1n),
  rows.filter((row) => !isFirst(row) && row.feed === 2n),
];

const added = async (asked: unknown, other: unknown = asked): Promise<StudyTally> =>
  addTallies(await tallyRows(asked, first), await tallyRows(other, second));

describe("the sum of two tallies", () => {
  it("concludes as the tally of both logs, whatever feeds and days each held", async () => {
    const whole = await conclude(foldTally(await tallyRows(study, [...first, ...second]), 1024));
    const sum = await conclude(await added(study));
    expect(sum.estimates.map(({ feed, day }) => [feed, day])).toEqual(
      whole.estimates.map(({ feed, day }) => [feed, day]),
    );
    for (const feed of ["1", "2"]) {
      const key = { feed, policy: "a", reward: "like", estimator: "dcg" };
      expect(estimateOf(sum, key).value).toBeCloseTo(estimateOf(whole, key).value, 7);
      expect(estimateOf(sum, key).se).toBeCloseTo(estimateOf(whole, key).se, 7);
    }
    expect(sum.log).toEqual({ ...whole.log, users: null });
    expect(sum.log).toMatchObject({
      impressions: first.length + second.length,
      feeds: ["1", "2"],
      days: 2,
      firstDay: "2026-11-01",
      lastDay: "2026-11-02",
    });
    expect(sum.verdicts.map(({ feed }) => feed)).toContain("2");
  });

  inShare(1)("takes a tally of before betaIps had a second parameter", async () => {
    const asked = smallStudy({ log: roles, estimators: [{ betaIps: { beta: "covariance" } }] });
    const [left, right] = await Promise.all([first, second].map((log) => tallyRows(asked, log)));
    if (!left || !right) throw new Error("two tallies");
    const text = left.about.study as Readonly<Record<string, unknown>>;
    const older = { ...text, estimators: [{ betaIps: { control: "views" } }] };
    const sum = addTallies({ ...left, about: { ...left.about, study: older } }, right);
    expect((await conclude(sum)).log.days).toBe(2);
    const other = smallStudy({ log: roles, estimators: [{ betaIps: { beta: "published" } }] });
    await expect(added(asked, other)).rejects.toThrow("they differ in estimators");
  });

  inShare(0)("says what was left out on either side", async () => {
    const asked = smallStudy({ log: { ...roles, invalid: "excludeTrajectories" } });
    const broken = second.map((row, i): Row => (i === 0 ? { ...row, position: null } : row));
    const [left, right] = await Promise.all([first, broken].map((log) => tallyRows(asked, log)));
    if (!left || !right) throw new Error("two tallies");
    for (const tally of [addTallies(left, right), addTallies(right, left)]) {
      const { log, warnings } = await conclude(tally);
      expect(log.counts.excludedTrajectories).toBe(1);
      expect(warnings.map(({ code }) => code)).toContain("excludedTrajectories");
    }
  });

  inShare(0)("takes days with and without a negative reward", async () => {
    const asked = smallStudy({ log: roles, estimators: ["ndcg", "pndcg"] });
    const negative = second.map((row, i): Row => (i === 3 ? { ...row, watch: -2 } : row));
    const sum = addTallies(await tallyRows(asked, first), await tallyRows(asked, negative));
    const whole = await conclude(await tallyRows(asked, [...first, ...negative]));
    for (const estimator of ["ndcg", "pndcg"]) {
      for (const feed of ["1", "2"]) {
        const key = { feed, policy: "a", reward: "watch", estimator };
        expect(estimateOf(await conclude(sum), key).value).toBeCloseTo(
          estimateOf(whole, key).value,
          7,
        );
      }
    }
  });

  it("is refused where the studies ask different things, which are named", async () => {
    const policies = { a: { rank: "rank_b" }, b: { rank: "rank_b" }, same: { rank: "copied" } };
    await expect(added(study, smallStudy({ log: roles, policies }))).rejects.toThrow(
      /cannot be added; they differ in policies\.a\./,
    );
    const rewards = { like: "like", watch: { column: "watch", better: "lower" }, score: "score" };
    await expect(added(study, smallStudy({ log: { ...roles, rewards } }))).rejects.toThrow(
      /differ in log\.rewards\./,
    );
    await expect(added(study, smallStudy({ log: roles, estimators: ["dcg"] }))).rejects.toThrow(
      /differ in estimators/,
    );
  });

  it("takes another level and another baseline, which a tally can be evaluated for again", async () => {
    const other = smallStudy({ log: roles, confidence: 0.8, baseline: "a" });
    expect((await conclude(await added(study, other))).study).toMatchObject({ confidence: 0.95 });
  });

  inShare(1)("names the files of both", async () => {
    const tallyOf = async (source: string, log: readonly Row[]): Promise<StudyTally> => {
      const tally = await tallyRows(study, log);
      const { about } = tally;
      const own = about.study as { readonly log: object };
      return { ...tally, about: { ...about, study: { ...own, log: { ...own.log, source } } } };
    };
    const one = await tallyOf("one.parquet", first);
    const source = async (file: string): Promise<unknown> =>
      (addTallies(one, await tallyOf(file, second)).about.study as { log: { source: unknown } }).log
        .source;
    expect(await source("two.parquet")).toEqual(["one.parquet", "two.parquet"]);
    expect(await source("two.csv")).toBe("one.parquet");
  });
});

describe("online rewards of two tallies", () => {
  const withOnline = (value: number) =>
    smallStudy({
      log: { day: "day" },
      policies: { a: { rank: "rank_a", online: { like: { value, se: 0.01 } } } },
    });

  it("are kept once where they are the same", async () => {
    const { estimates } = await conclude(await added(withOnline(0.5)));
    const own = estimates.filter((row) => "value" in row && row.value === 0.5 && row.se === 0.01);
    expect(own).toHaveLength(1);
  });

  it("are refused where they differ", async () => {
    await expect(added(withOnline(0.5), withOnline(0.6))).rejects.toThrow(
      /different online rewards of policy "a" \(like\)/,
    );
  });
});

describe("clusters of two tallies", () => {
  it("must be of the same key: users and trajectories do not add", async () => {
    const bySession = { ...study, log: { ...(study.log as object), user: undefined } };
    const asked = JSON.parse(JSON.stringify(bySession));
    await expect(added(study, asked)).rejects.toThrow(/log\.user/);
  });

  it("must be of the same type: one user's number and text fall into different buckets", async () => {
    const columns = logColumns.map((each) =>
      each.name === "user" ? { ...each, type: "text" as const } : each,
    );
    const named = second.map((row): Row => ({ ...row, user: String(row.user) }));
    const text = await takeTally(readStudy(study), { engine: inMemory(named, columns) });
    const whole = await tallyRows(study, first);
    expect(() => addTallies(whole, text)).toThrow(
      /user \(column "user", whole numbers\) and user \(column "user", text\)/,
    );
  });
});
