import { describe, expect, it } from "vitest";
import { inTurn } from "../fixture/property.js";
import { answerTo, refusalOf, studyOf } from "./ask.js";
import { goodQuery, useBench } from "./bad-log.js";

const bench = useBench();
const refuse = (replaced: Readonly<Record<string, string>>, log = {}, rest = {}) =>
  refusalOf(studyOf({ sql: goodQuery(replaced) }, { log, ...rest }), bench.engine());

describe("a trajectory", () => {
  it("with several users", async () => {
    const error = await refuse({ visitor: "CASE WHEN i = 4 THEN 'zoe' ELSE 'u' || (i // 3) END" });
    expect(error).toMatchObject({ kind: "log", code: "severalUsers" });
    expect(error.message).toContain(
      'log.user: 1 trajectory of the query of log.source holds several users; column "visitor" holds "u1" and "zoe" in trajectory 1',
    );
  });

  it("with several loggers", async () => {
    const error = await refuse({ logger: "i % 2" }, { logger: "logger" });
    expect(error).toMatchObject({ kind: "log", code: "severalLoggers" });
    expect(error.message).toContain("12 trajectories");
    expect(error.message).toContain('column "logger" holds "0" and "1" in trajectory 0');
  });

  it("with several mistakes is told all of them at once", async () => {
    const error = await refuse({ visitor: "'u' || i", place: "1" });
    expect(error.problems.map(({ code }) => code)).toEqual(["duplicateRank", "severalUsers"]);
  });
});

/** One row of trajectory 1 breaks a rule; the other eleven trajectories remain. */
const broken: readonly (readonly [string, Readonly<Record<string, string>>, object, object])[] = [
  ["rank 0", { place: "0|i % 3 + 1" }, {}, {}],
  ["no rank", { place: "NULL|i % 3 + 1" }, {}, {}],
  ["a rank twice", { place: "1|i % 3 + 1" }, {}, {}],
  ["a fraction of a rank", { place: "1.5::DOUBLE|i % 3 + 1" }, {}, {}],
  ["a target rank of 0", { place2: "0|[2, 1, 3][i % 3 + 1]" }, {}, {}],
  ["no reward", { liked: "NULL|i % 2" }, {}, {}],
  ["a reward of NaN", { liked: "'nan'::DOUBLE|i % 2" }, {}, {}],
  ["an infinite reward", { liked: "'inf'::DOUBLE|i % 2" }, {}, {}],
  ["a huge reward", { liked: "1e300|i % 2" }, {}, {}],
  ["no user", { visitor: "NULL|'u' || (i // 3)" }, {}, {}],
  ["several users", { visitor: "'zoe'|'u' || (i // 3)" }, {}, {}],
  ["no day", { date: "NULL|DATE '2026-11-01'" }, { day: "date" }, {}],
  ["several loggers", { logger: "1|0" }, { logger: "logger" }, {}],
  ["no logger", { logger: "NULL|0" }, { logger: "logger" }, {}],
  ["a list that is too short", { len: "1|9" }, { listLength: "len" }, {}],
  [
    "a logged exposure of 0",
    { eps: "0|0.5" },
    { exposure: { column: "eps" } },
    { policies: { candidate: { exposure: 0.4 } }, estimators: ["ips", "mean"] },
  ],
  [
    "a target exposure above 1",
    { eps: "2|0.5" },
    {},
    { policies: { candidate: { exposure: "eps" } }, estimators: ["ips", "mean"] },
  ],
];

describe("excludeTrajectories", () => {
  it.each(inTurn(broken))(
    "leaves out the trajectory with %s, and counts it",
    async (_, column, log, rest) => {
      const [[name = "", values = ""] = []] = Object.entries(column);
      const [bad, good] = values.split(/\|(?!\|)(?<!\|\|)/);
      const query = goodQuery({ [name]: `CASE WHEN i = 4 THEN ${bad} ELSE ${good} END` });
      const study = studyOf(
        { sql: query },
        { log: { ...log, invalid: "excludeTrajectories" }, ...rest },
      );
      const result = await answerTo(study, bench.engine());
      expect(result.log).toMatchObject({ trajectories: 11, impressions: 33 });
      expect(result.log.counts).toMatchObject({ excludedTrajectories: 1, excludedRows: 3 });
      const kept = `SELECT * FROM (${query}) WHERE session <> 1`;
      const other = await answerTo(studyOf({ sql: kept }, { log, ...rest }), bench.engine());
      expect(result.estimates).toEqual(other.estimates);
    },
  );

  it.each([
    ["trajectory", { session: "CASE WHEN i = 4 THEN NULL ELSE i // 3 END" }, {}],
    ["feed", { feed: "CASE WHEN i = 4 THEN NULL ELSE 'a' END" }, { feed: "feed" }],
  ])("leaves out rows without a %s", async (_, replaced, log) => {
    const changes = { log: { ...log, invalid: "excludeTrajectories" } };
    const study = studyOf({ sql: goodQuery(replaced as Record<string, string>) }, changes);
    const result = await answerTo(study, bench.engine());
    expect(result.log.counts).toMatchObject({ excludedRows: 1 });
  });

  it("leaves out a whole feed where every trajectory of it is broken", async () => {
    const query = goodQuery({
      feed: "CASE WHEN i < 18 THEN 'a' ELSE 'b' END",
      place: "CASE WHEN i < 18 THEN 0 ELSE i % 3 + 1 END",
    });
    const log = { feed: "feed", invalid: "excludeTrajectories" };
    const result = await answerTo(studyOf({ sql: query }, { log }), bench.engine());
    expect(result.log).toMatchObject({ feeds: ["b"], trajectories: 6 });
    expect(result.log.counts).toMatchObject({ excludedTrajectories: 6, excludedRows: 18 });
  });

  it("that leaves nothing says so", async () => {
    const error = await refuse({ place: "0" }, { invalid: "excludeTrajectories" });
    expect(error).toMatchObject({ kind: "log", code: "nothingLeft" });
    expect(error.message).toContain("all its 36 rows");
    expect(error.message).toContain("Set log.invalid: refuse");
  });
});
