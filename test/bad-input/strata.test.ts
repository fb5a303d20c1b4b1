import { describe, expect, it } from "vitest";
import type { Result } from "../../src/index.js";
import { inTurn, isInTurn, repetitions } from "../fixture/property.js";
import { answerTo, refusalOf, studyOf } from "./ask.js";
import { goodQuery, spoilt, useBench } from "./bad-log.js";

const bench = useBench();
const ask = (replaced: Record<string, string>, log = {}, rest = {}) =>
  answerTo(studyOf({ sql: goodQuery(replaced) }, { log, ...rest }), bench.engine());
const refuse = (replaced: Record<string, string>, log = {}) =>
  refusalOf(studyOf({ sql: goodQuery(replaced) }, { log }), bench.engine());

const codes = ({ estimates }: Result, day: string | null): unknown[] =>
  estimates
    .filter((row) => row.day === day)
    .map((row) => ("none" in row ? row.none.code : "value"));

describe("too few clusters give a reason, not NaN", () => {
  it("one user", async () => {
    const result = await ask({ visitor: "'u'" });
    expect(new Set(codes(result, null))).toEqual(new Set(["tooFewClusters"]));
    expect(result.verdicts[0]?.verdict).toMatch(/doNotTrust|cannotTell/);
  });

  it("one trajectory, with and without a user", async () => {
    for (const log of inTurn([{}, { user: undefined }], 2)) {
      const result = await ask(
        { session: "1", visitor: "1", place: "i + 1", place2: "i + 1" },
        log,
      );
      expect(result.log.trajectories).toBe(1);
      expect(new Set(codes(result, null))).toEqual(new Set(["tooFewClusters"]));
    }
  });

  it("a day with one user among others", async () => {
    const date = "CASE WHEN i < 3 THEN DATE '2026-11-03' ELSE DATE '2026-11-01' END";
    const result = await ask({ date }, { day: "date" }, { estimators: ["mean"] });
    expect(codes(result, "2026-11-03")).toEqual(["tooFewClusters"]);
    expect(codes(result, "2026-11-01")).toEqual(["value"]);
  });

  it("a day on which one logger has one user", async () => {
    const result = await ask(
      {
        date: "CASE WHEN i < 18 THEN DATE '2026-11-01' ELSE DATE '2026-11-02' END",
        logger: "CASE WHEN i < 3 OR i >= 27 THEN 'old' ELSE 'new' END",
      },
      { day: "date", logger: "logger" },
      { estimators: ["mean"] },
    );
    expect(codes(result, "2026-11-01")).toEqual(["tooFewClusters"]);
    expect(codes(result, "2026-11-02")).toEqual(["value"]);
    const none = result.estimates.find((row) => "none" in row);
    expect(none).toMatchObject({
      none: { message: expect.stringContaining("one logging policy has 1") },
    });
  });

  it("a log without rows of rank 1, counted by them", async () => {
    const study = studyOf(
      { sql: goodQuery({ place: "i % 3 + 2" }) },
      { log: { structure: "declared" } },
    );
    const ended = await answerTo(study, bench.engine()).then(
      (result) => codes(result, null),
      (error: unknown) => [(error as { kind?: string }).kind],
    );
    expect(["emptyStratum", "log"]).toContain(ended[0]);
    expect(ended).not.toContain("value");
  });
});

describe("days", () => {
  it("of text that is not a date", async () => {
    for (const bad of ["soon", "01/02/2026", "2026-02-30", ""]) {
      const date = `CASE WHEN i IN (4, 5) THEN '${bad}' ELSE '2026-11-01' END`;
      const error = await refuse({ date }, { day: "date" });
      expect(error).toMatchObject({ kind: "log", code: "dayInvalid" });
      expect(error.message).toContain('log.day: column "date" of the query of log.source');
      expect(error.message).toMatch(new RegExp(`2 rows .*"${bad}"`));
    }
  });

  it("of text that is not a date, in CSV", async () => {
    const path = await bench.csv("days.csv", spoilt(4, { date: "soon" }));
    const error = await refusalOf(studyOf(path, { log: { day: "date" } }), bench.engine());
    expect(error.message).toContain(`of ${path} must hold dates such as 2026-11-30`);
    expect(error.message).toContain('1 row holds "soon"');
  });

  it.each(["infinity", "0044-03-15 (BC)", "12026-01-01"])("of %s have no place", async (day) => {
    const error = await refuse({ date: `DATE '${day}'` }, { day: "date" });
    expect(error).toMatchObject({ kind: "log", code: "dayInvalid" });
    expect(error.message).toContain(`log.day (column "date") holds "${day}"`);
  });

  it("within a trajectory may change: the first counts", async () => {
    const result = await ask({ date: "DATE '2026-11-01' + (i % 3)::INT" }, { day: "date" });
    expect(result.log.counts.severalDays).toBe(12);
  });
});

describe("feeds", () => {
  it("without a curve are named", async () => {
    const byFeed = { b: { model: "log2" } };
    for (const feed of ["a", "constructor", "__proto__"]) {
      const error = await refuse(
        { feed: `CASE WHEN i < 18 THEN '${feed}' ELSE 'b' END` },
        { feed: "feed", exposure: { curve: { byFeed } } },
      );
      expect(error).toMatchObject({ kind: "unsupported", code: "feedWithoutCurve" });
      expect(error.message).toContain(`Feed ${feed} of the log has no curve`);
      expect(error.message).toContain("byFeed gives b");
    }
  });

  it('called "*" would be taken for all of them', async () => {
    const error = await refuse({ feed: "'*'" }, { feed: "feed" });
    expect(error).toMatchObject({ kind: "log", code: "feedReserved" });
    expect(error.message).toContain('column "feed"');
  });

  const sql = (feeds: number): string =>
    `SELECT i AS session, i AS visitor, 'x' AS item, 1 AS place, 1 AS place2, 1 AS liked, i % ${feeds} AS feed FROM range(3000) AS numbers(i)`;
  const study = (feeds: number) =>
    studyOf(
      { sql: sql(feeds) },
      { log: { feed: "feed", exposure: undefined }, policies: undefined, estimators: ["mean"] },
    );

  it("of more than 1,000 values are refused by the column", async () => {
    const error = await refusalOf(study(1001), bench.engine());
    expect(error).toMatchObject({ kind: "study", code: "tooManyStrata" });
    expect(error.message).toContain('log.feed (column "feed") splits the log into 1001 values');
  });

  it.runIf(isInTurn(0, repetitions(4, 1)))("of 1,000 values are answered", async () => {
    const { estimates } = await answerTo(study(1000), bench.engine());
    expect(estimates).toHaveLength(1000);
  });
});
