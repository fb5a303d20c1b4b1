import { describe, expect, it } from "vitest";
import { restoreNumbers } from "../../src/evaluate/conclude/withhold-numbers.js";
import { check, readStudy } from "../../src/index.js";
import { inTurn, isInTurn, repetitions } from "../fixture/property.js";
import { answerTo, refusalOf, studyOf } from "./ask.js";
import { goodQuery, spoilt, useBench } from "./bad-log.js";

const bench = useBench();
const ask = (source: unknown, changes = {}) => answerTo(studyOf(source, changes), bench.engine());
const refuse = (source: unknown, changes = {}) =>
  refusalOf(studyOf(source, changes), bench.engine());

const at4 = (value: string, otherwise: string): string =>
  `CASE WHEN i = 4 THEN ${value} ELSE ${otherwise} END`;
const target = "[2, 1, 3][i % 3 + 1]";

/** A quick run tries one of three logs that take long. */
const shares = repetitions(3, 1);

describe("a displayed rank", () => {
  it.each(
    inTurn(
      [
        ["0", 0, '"0"'],
        ["negative", -2, '"-2"'],
        ["null", null, "nothing (null)"],
        ["a fraction", 1.5, '"1.5"'],
      ],
      2,
    ),
  )("that is %s", async (_, value, came) => {
    for (const write of [bench.csv, bench.jsonLines] as const) {
      const name = write === bench.csv ? "rank.csv" : "rank.jsonl";
      const path = await write(name, spoilt(4, { place: value }));
      const error = await refuse(path);
      expect(error).toMatchObject({ kind: "log", code: "rankInvalid" });
      expect(error.message).toContain(`log.rank: 1 row of ${path} breaks a rule`);
      expect(error.message).toContain('column "place" must hold a displayed rank');
      expect(error.message).toContain(`in trajectory 1 it holds ${came}`);
      expect(error.message).toContain("displayed ranks count from 1");
    }
  });

  it.each(inTurn(["'nan'::DOUBLE", "'inf'::DOUBLE", "1e30", "18446744073709551615::UBIGINT"]))(
    "of %s is not a whole number, whatever the cut-off",
    async (value) => {
      const source = { sql: goodQuery({ place: at4(value, "i % 3 + 1") }) };
      const curve = { model: "log2", cutoff: 100 };
      const error = await refuse(source, { log: { exposure: { curve } } });
      expect(error).toMatchObject({ kind: "log", code: "rankInvalid" });
      expect(error.message).toContain("1 row");
    },
  );

  it("of fractions in a column of doubles is counted", async () => {
    const error = await refuse({ sql: goodQuery({ place: "(i % 3 + 1) / 2e0" }) });
    expect(error.message).toContain("24 rows of the query of log.source break a rule");
    expect(error.message).toContain('it holds "0.5"');
  });

  it.each([2, 1])("twice in a trajectory, where rank %i is", async (twice) => {
    const path = await bench.csv("twice.csv", spoilt(twice === 2 ? 3 : 4, { place: twice }));
    const error = await refuse(path);
    expect(error).toMatchObject({ kind: "log", code: "duplicateRank" });
    expect(error.message).toContain(
      `log.rank: 1 trajectory of ${path} holds two items at one displayed rank`,
    );
    expect(error.message).toContain(`column "place" holds "${twice}" twice in trajectory 1`);
    expect(error.message).toContain('check log.trajectory (column "session")');
    expect(error.message).toContain("read `select distinct` where rows are exact copies");
  });

  it.each(
    inTurn(
      [
        ["a target rank is far beyond the cut-off", { place2: at4("2147483647", target) }, 3],
        ["the trajectory itself is long", {}, 6000],
      ],
      2,
    ),
  )("twice in a full prefix, where %s", async (_, replaced, length) => {
    // Rank 2 is missing and rank 1 is there twice: as many rows as ranks, and no hole.
    const place = `CASE WHEN i % ${length} = 1 THEN 1 ELSE i % ${length} + 1 END`;
    const session = `i // ${length}`;
    const visitor = `'u' || (i // ${length})`;
    const query = goodQuery({ session, visitor, place, place2: "i % 3 + 1", ...replaced });
    const source = { sql: query.replace("range(36)", `range(${12 * length})`) };
    const error = await refuse(source, {
      log: { exposure: { curve: { model: "log2", cutoff: 10_000 } } },
      estimators: ["mean"],
    });
    expect(error).toMatchObject({ kind: "log", code: "duplicateRank" });
    expect(error.message).toContain("12 trajectories");
    expect(error.message).toContain('column "place" holds "1" twice in trajectory 0');
  });

  it("beyond the curve's cut-off, or its table, contradicts the curve", async () => {
    for (const curve of [{ model: "log2", cutoff: 2 }, { table: [1, 0.5] }]) {
      const error = await refuse({ sql: goodQuery() }, { log: { exposure: { curve } } });
      expect(error).toMatchObject({ kind: "log", code: "rankBeyondCutoff" });
      expect(error.message).toContain('log.rank (column "place") holds a viewed item at rank 3');
      expect(error.message).toContain("cut-off 2");
    }
  });

  it("where the curve has all but ended cannot be divided by", async () => {
    const place = "CASE WHEN i % 3 = 2 THEN 400 ELSE i % 3 + 1 END";
    const curve = { model: "geometric", gamma: 0.1 };
    const error = await refuse({ sql: goodQuery({ place }) }, { log: { exposure: { curve } } });
    expect(error).toMatchObject({ kind: "log", code: "rankBeyondCurve" });
    expect(error.message).toContain("at rank 400");
    expect(error.message).toContain("geometric");
  });

  it("below its list's length, or without one", async () => {
    for (const length of ["1", "NULL"]) {
      const source = { sql: goodQuery({ len: at4(length, "9") }) };
      const error = await refuse(source, { log: { listLength: "len" } });
      expect(error).toMatchObject({ kind: "log", code: "rankBeyondList" });
      expect(error.message).toContain('column "len"');
    }
  });
});

describe("a target rank", () => {
  it.each([
    ["0", "0"],
    ["negative", "-2"],
    ["a fraction", "1.5::DOUBLE"],
  ])("that is %s", async (_, value) => {
    const error = await refuse({ sql: goodQuery({ place2: at4(value, target) }) });
    expect(error).toMatchObject({ kind: "log", code: "targetRankInvalid" });
    expect(error.message).toContain("policies.candidate.rank: 1 row");
    expect(error.message).toContain("1 or more, or null (not shown)");
  });

  it("may be null: not shown", async () => {
    const { estimates } = await ask({ sql: goodQuery({ place2: at4("NULL", target) }) });
    expect(estimates.every((row) => "value" in row)).toBe(true);
  });

  it("that is null in every row tells nothing, and says why", async () => {
    const { estimates, verdicts, warnings } = await ask(
      { sql: goodQuery({ place2: "CAST(NULL AS INT)" }) },
      { estimators: ["dcg", "snips", "ndcg", "pndcg"] },
    );
    const own = estimates.map(restoreNumbers).filter(({ policy }) => policy === "candidate");
    expect(own.find(({ estimator }) => estimator === "snips")).toHaveProperty("none.code");
    expect(own.find(({ estimator }) => estimator === "dcg")).toMatchObject({
      value: 0,
      warnings: expect.arrayContaining(["zeroVariance"]),
    });
    const { verdict, reason } = verdicts[0] ?? {};
    expect(verdict).toBe("cannotTell");
    expect(reason?.message).toMatch(/^100 % of the views of candidate are of items that this log/);
    const said = warnings.find(({ code }) => code === "targetRankMissing")?.message;
    expect(said).toMatch(/^policies\.candidate\.rank \(column "place2"\) is NULL in every row/);
  });

  it("that no double holds is not a whole number", async () => {
    const value = "18446744073709551615::UBIGINT";
    const error = await refuse({ sql: goodQuery({ place2: at4(value, target) }) });
    expect(error).toMatchObject({ kind: "log", code: "targetRankInvalid" });
    expect(error.message).toContain("null is not shown");
  });

  it.each(inTurn(["2147483647", "9223372036854775807"]))(
    "of %s needs a cut-off, or null",
    async (value) => {
      const error = await refuse({ sql: goodQuery({ place2: at4(value, target) }) });
      expect(error).toMatchObject({ kind: "unsupported", code: "ranksTooDeep" });
      expect(error.message).toContain('stands for "not shown", make it null');
    },
  );

  it.runIf(isInTurn(0, shares))("beyond the cut-off is not shown", async () => {
    const changes = { log: { exposure: { curve: { model: "log2", cutoff: 10 } } } };
    const far = await ask({ sql: goodQuery({ place2: at4("2147483647", target) }) }, changes);
    const none = await ask({ sql: goodQuery({ place2: at4("NULL", target) }) }, changes);
    const dcg = ({ estimates }: typeof far): unknown =>
      estimates.filter(({ estimator }) => estimator === "dcg");
    expect(dcg(far)).toEqual(dcg(none));
  });

  it("twice in a trajectory is found in a small log, and by the full check", async () => {
    const study = studyOf({ sql: goodQuery({ place2: at4("2", target) }) });
    const error = await refusalOf(study, bench.engine());
    expect(error).toMatchObject({ kind: "log", code: "duplicateTargetRank" });
    expect(error.message).toContain('policies.candidate.rank (column "place2"): 1 of 12');
    expect(error.message).toMatch(/items "\w+" and "\w+" of trajectory \w+ are both at rank 2/);
    const report = await check(readStudy(study), { engine: bench.engine(), full: true });
    expect(report.problems).toEqual(error.problems);
  });

  it.runIf(isInTurn(1, shares))(
    "twice in one trajectory of many is found by the full check alone",
    async () => {
      const sql = `SELECT i // 2 AS session, 'u' || (i // 2) AS visitor, 'x' AS item, i % 2 + 1 AS place,
      CASE WHEN i = 41 THEN 1 ELSE i % 2 + 1 END AS place2, i % 2 AS liked FROM range(110000) AS numbers(i)`;
      const study = readStudy(studyOf({ sql }, { estimators: ["mean"] }));
      const [quick, full] = await Promise.all(
        [false, true].map((every) => check(study, { engine: bench.engine(), full: every })),
      );
      expect(quick?.counts.sampledTrajectories).toBeLessThan(2000);
      expect(full?.problems[0]?.message).toContain("1 of 55000 trajectories");
    },
  );
});

describe("a score that is forced to rank viewed items", () => {
  const forced = { policies: { candidate: { score: "points", force: "rankViewed" } } };
  const points = "7e0 - i % 3";

  it.each(inTurn(["'nan'::DOUBLE", "'inf'::DOUBLE", "'-inf'::DOUBLE"]))(
    "of %s has no place in an order",
    async (value) => {
      const source = { sql: goodQuery({ points: at4(value, points) }) };
      const error = await refuse(source, forced);
      expect(error).toMatchObject({ kind: "log", code: "targetRankInvalid" });
      expect(error.message).toContain("policies.candidate.score: 1 row");
      expect(error.message).toContain('column "points" must hold a finite score');
      const excluded = await ask(source, { ...forced, log: { invalid: "excludeTrajectories" } });
      expect(excluded.log.counts).toMatchObject({ excludedTrajectories: 1 });
    },
  );

  it.runIf(isInTurn(2, shares))("that is null is not shown, as a rank of null is", async () => {
    const estimators = ["dcg", "snips", "ndcg"];
    const byScore = await ask(
      { sql: goodQuery({ points: at4("NULL", points) }) },
      { ...forced, estimators },
    );
    const rank = "CASE WHEN i = 4 THEN NULL WHEN i = 5 THEN 2 ELSE i % 3 + 1 END";
    const byRank = await ask({ sql: goodQuery({ place2: rank }) }, { estimators });
    expect(byScore.estimates).toEqual(byRank.estimates);
  });

  it("with ties needs the item", async () => {
    const error = await refuse(
      { sql: goodQuery({ points }).replace('AS "item"', 'AS "thing"') },
      { ...forced, log: { item: undefined } },
    );
    expect(error.problems.map(({ code }) => code)).toEqual(["itemMissing"]);
  });
});
