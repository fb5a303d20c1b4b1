import { describe, expect, it } from "vitest";
import { randomLog } from "../../../test/fixture/random-log.js";
import {
  estimateOf,
  evaluateRows,
  smallStudy,
  tallyRows,
} from "../../../test/fixture/small-study.js";
import type { Row } from "../../sql/interpreter/value.js";
import { foldTally } from "../../tally/fold.js";
import { furtherFeedsTable } from "../../tally/further-feeds.js";
import { conclude } from "./conclude.js";
import type { Result } from "./result.js";

describe("sessions in two feeds", () => {
  const rows = randomLog("two feeds", { feeds: 1, days: 2 });
  const several = rows.filter(({ session }) => Number(session) % 3 !== 0);
  const twice: readonly Row[] = [...rows, ...several.map((row) => ({ ...row, feed: 99n }))];
  const study = (pool: boolean) => smallStudy({ log: { feed: "feed", day: "day" }, pool });
  const mean = {
    reward: "like",
    estimator: "mean",
    estimand: "perTrajectory",
    feed: "*",
  } as const;
  const sessionsIn = (own: readonly Row[]) => new Set(own.map(({ session }) => session)).size;

  /** Likes a session with the error by users, of rows alone. */
  function likesOf(own: readonly Row[]): { value: number; se: number; n: number } {
    const n = sessionsIn(own);
    const value = own.reduce((sum, { like }) => sum + Number(like), 0) / n;
    const users = [...new Set(own.map(({ user }) => user))];
    const squares = users.reduce<number>((sum, user) => {
      const of = own.filter((row) => row.user === user);
      const likes = of.reduce((total, { like }) => total + Number(like), 0);
      return sum + (likes - sessionsIn(of) * value) ** 2;
    }, 0);
    return { value, se: Math.sqrt((users.length / (users.length - 1)) * squares) / n, n };
  }

  it("counts each once over all feeds, over all days and on each", async () => {
    const result = await evaluateRows(study(true), twice);
    const found = result.warnings.find(({ code }) => code === "severalFeeds");
    expect(found?.facts).toEqual({ trajectories: sessionsIn(several) });
    expect(found?.message).toContain("values are per session");
    const days = [...new Set(rows.map(({ day }) => day))];
    expect(days.length).toBe(2);
    for (const day of [null, ...days]) {
      const { value, se, n } = likesOf(twice.filter((row) => day === null || row.day === day));
      const row = estimateOf(result, { ...mean, day: day as string | null });
      expect(row.n).toBe(n);
      expect(row.value).toBeCloseTo(value, 12);
      expect(row.se).toBeCloseTo(se, 12);
    }
    const skipped = result.estimates.flatMap((row) => ("skipped" in row ? [row.skipped] : []));
    expect(Math.min(...skipped)).toBeGreaterThanOrEqual(0);
  });

  it("adds up rewards of a session with the errors of fitted curves, and takes scores over its lists", async () => {
    const both = (key: (session: bigint) => bigint): readonly Row[] => [
      ...rows,
      ...rows.map((row) => ({ ...row, feed: 99n, session: key(row.session as bigint) })),
    ];
    const fitted = smallStudy({
      log: { feed: "feed", exposure: { curve: { fit: "geometric" } } },
      policies: { a: { rank: "rank_a" } },
      estimators: ["dcg", "ndcg"],
      pool: true,
    });
    const one = await evaluateRows(
      fitted,
      both((session) => session),
    );
    const two = await evaluateRows(
      fitted,
      both((session) => session + 1000n),
    );
    const found = (result: Result, estimator: string) =>
      estimateOf(result, {
        policy: "a",
        reward: "like",
        feed: "*",
        estimator,
        estimand: "perTrajectory",
      });
    const [dcg, lists] = [found(one, "dcg"), found(two, "dcg")];
    expect(dcg.n).toBe(lists.n / 2);
    expect(dcg.value).toBeCloseTo(2 * lists.value, 9);
    expect(dcg.se).toBeCloseTo(2 * lists.se, 9);
    const { value, se, n, skipped } = found(two, "ndcg");
    expect(found(one, "ndcg")).toMatchObject({ value, se, n, skipped });
  });

  it("keeps users apart whose keys are the same, and says what it takes keys for where no user is named", async () => {
    const means = (log: object) =>
      smallStudy({ log: { feed: "feed", ...log }, pool: true, estimators: ["mean"] });
    const other = (user: unknown): bigint => BigInt(Number(user) + 1000);
    const named: readonly Row[] = [
      ...rows,
      ...several.map((row) => ({ ...row, feed: 99n, user: other(row.user) })),
    ];
    const result = await evaluateRows(means({}), named);
    const found = estimateOf(result, mean);
    expect(found.n).toBe(sessionsIn(rows) + sessionsIn(several));
    expect(found.clusters).toBe(new Set(named.map(({ user }) => user)).size);
    expect(found.value * found.n).toBeCloseTo(likesOf(twice).value * sessionsIn(rows), 9);
    expect(result.warnings.map(({ code }) => code)).not.toContain("severalFeeds");
    const unnamed = await evaluateRows(means({ user: null }), twice);
    expect(estimateOf(unnamed, mean).n).toBe(sessionsIn(rows));
    expect(unnamed.warnings.find(({ code }) => code === "severalFeeds")?.message).toContain(
      "keys are taken to be unique over feeds",
    );
  });

  it("counts each in every feed where feeds are apart, and warns of nothing", async () => {
    const { warnings, log } = await evaluateRows(study(false), twice);
    expect(log.trajectories).toBe(sessionsIn(rows) + sessionsIn(several));
    expect(warnings.map(({ code }) => code)).not.toContain("severalFeeds");
  });

  it("gives the same values of a tally in groups of users, and says so where an older one does not know", async () => {
    const tally = await tallyRows(study(true), twice);
    const folded = await conclude(foldTally(tally, 128));
    expect(estimateOf(folded, mean).value).toBeCloseTo(likesOf(twice).value, 12);
    const { [furtherFeedsTable]: _, ...tables } = tally.tables;
    const older = await conclude({ ...tally, tables });
    const { n, value } = estimateOf(older, mean);
    expect(n).toBe(sessionsIn(rows) + sessionsIn(several));
    expect(value * n).toBeCloseTo(likesOf(twice).value * sessionsIn(rows), 9);
    expect(older.warnings.find(({ code }) => code === "severalFeeds")?.message).toContain(
      "per trajectory and feed, not per session",
    );
  });
});
