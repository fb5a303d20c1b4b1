import { afterAll, describe, expect, it } from "vitest";
import { restoreNumbers } from "../../src/evaluate/conclude/withhold-numbers.js";
import { createRandom } from "../../src/random/create-random.js";
import { ask, closeDatabase, type LogRow } from "../vectors/ask.js";

afterAll(closeDatabase);

/** Sessions of up to six views on one feed; `users` of them take turns. */
function logOf(users: number): readonly LogRow[] {
  const random = createRandom("narrow logs");
  return Array.from({ length: 60 }, (_, i) => i).flatMap((i) => {
    const depth = 1 + Math.floor(6 * random.next() ** 2);
    return Array.from({ length: depth }, (_each, at) => ({
      session: `t${i}`,
      user: `u${i % users}`,
      surface: "home",
      rank: at + 1,
      target: ((at + i) % 6) + 1,
      like: random.next() < 0.4 ? 1 : 0,
    }));
  });
}

const log = {
  trajectory: "session",
  user: "user",
  rank: "rank",
  rewards: { like: "like" },
  exposure: { curve: { fit: "geometric" } },
};
const policies = { candidate: { rank: "target" } };
const estimators = ["dcg", "snips", "ndcg", "pndcg"];

describe("a log with one feed", () => {
  it("is answered as the same log without the role, whether its curve is named or not", async () => {
    const rows = logOf(20);
    const without = await ask(rows, { log, policies, estimators });
    const valuesOf = (result: typeof without): readonly unknown[] =>
      result.estimates
        .map(restoreNumbers)
        .map((row) => ("value" in row ? [row.value, row.se] : row.none.code));
    expect(valuesOf(without)).toHaveLength(8);
    for (const curve of [{ fit: "geometric" }, { byFeed: { home: { fit: "geometric" } } }]) {
      const asked = { ...log, feed: "surface", exposure: { curve } };
      expect(valuesOf(await ask(rows, { log: asked, policies, estimators }))).toEqual(
        valuesOf(without),
      );
    }
  });
});

describe("a log with two feeds of text", () => {
  it("gives each the numbers that it has alone", async () => {
    const rows = logOf(20).map((row) => ({
      ...row,
      surface: Number(String(row.session).slice(1)) % 2 === 0 ? "home" : "search",
    }));
    const asked = { log: { ...log, feed: "surface" }, policies, estimators };
    const both = await ask(rows, asked);
    for (const surface of ["home", "search"]) {
      const alone = await ask(
        rows.filter((row) => row.surface === surface),
        asked,
      );
      const own = both.estimates.map(restoreNumbers).filter(({ feed }) => feed === surface);
      expect(own).toHaveLength(8);
      for (const [i, row] of own.entries()) {
        const other = alone.estimates.map(restoreNumbers)[i];
        if (!("value" in row) || other === undefined || !("value" in other))
          throw new Error("none");
        expect(row.value).toBeCloseTo(other.value, 9);
        expect(row.se).toBeCloseTo(other.se, 9);
      }
    }
  });
});

describe("a log of one user", () => {
  it("has no standard error, and says so", async () => {
    const { estimates } = await ask(logOf(1), { log, policies, estimators });
    const codes = estimates.map((row) => ("none" in row ? row.none.code : "answered"));
    expect(new Set(codes)).toEqual(new Set(["tooFewClusters"]));
  });
});
