import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDuckdbEngine } from "../src/engines/duckdb/index.js";
import { check } from "../src/evaluate/check.js";
import { evaluate } from "../src/evaluate/evaluate.js";
import { fitLog } from "../src/evaluate/fit.js";
import type { Engine } from "../src/sql/engine.js";
import { createInterpreter } from "../src/sql/interpreter/interpreter.js";
import type { Value } from "../src/sql/interpreter/value.js";
import { readStudy } from "../src/study/read-study.js";

let duckdb: Engine;
beforeAll(async () => {
  duckdb = await createDuckdbEngine({ threads: 2 });
});
afterAll(() => duckdb.close());

type Table = readonly Readonly<Record<string, Value>>[];

/** 400 sessions of three viewed items among 60; the keys are what `key` makes of numbers. */
const sessions = 400;
const itemAt = (session: number, rank: number): number => 1 + ((session * 7 + rank * 11) % 60);
const viewed = Array.from({ length: sessions * 3 }, (_, i) => {
  const [session, rank] = [1 + Math.floor(i / 3), 1 + (i % 3)];
  const item = itemAt(session, rank);
  return { session, item, rank, click: (session + rank) % 4 === 0 ? 1 : 0 };
});
type Key = (n: number) => Value;
const text: Key = (n) => `s${n}a`;
const logBy = (session: Key, item: Key): Table =>
  viewed.map((row) => ({ ...row, session: session(row.session), item: item(row.item) }));
const scoresBy = (session: Key, item: Key, of = viewed): Table =>
  of.map((row) => ({ session: session(row.session), item: item(row.item), score: 4 - row.rank }));

const roles = { trajectory: "session", item: "item", rank: "rank", rewards: ["click"] };
const exposure = { curve: { model: "geometric", gamma: 0.8 } };
const estimators = ["mean", "dcg"];
const byCandidates = (log: Table, candidates: Table): object => ({
  log: { source: { rows: log }, ...roles, exposure },
  policies: { a: { score: "score", candidates: { source: { rows: candidates } } } },
  estimators,
});
const byJoin = (log: Table, table: Table, join: object, rewards: unknown = ["click"]): object => ({
  log: { source: { rows: log }, ...roles, rewards, exposure, join: [{ rows: table, ...join }] },
  policies: { a: { rank: "rank" } },
  estimators,
});
const failure = async (study: object, engine: Engine = duckdb) => {
  const parsed = readStudy(study);
  return evaluate(parsed, { engine }).then(
    () => expect.unreachable("it gave an answer"),
    (error) => error,
  );
};

describe("candidates none of which are in the log are refused", () => {
  it.each([
    [
      "case",
      text,
      (n: number) => `S${n}A`,
      '"s100a"',
      '"S100A" in the table: they differ by upper and lower case',
    ],
    [
      "a prefix",
      (n: number) => n,
      (n: number) => `user_${n}`,
      '"1"',
      '"user_1" in the table: they differ by "user_" in front',
    ],
    [
      "zeros in front",
      (n: number) => n,
      (n: number) => String(n).padStart(5, "0"),
      '"1"',
      '"00001" in the table: they differ by zeros in front',
    ],
    [
      "a decimal point",
      (n: number) => n,
      (n: number) => `${n}.0`,
      '"1"',
      '"1.0" in the table: they differ by how a number is written',
    ],
    [
      "white space",
      text,
      (n: number) => `s${n}a `,
      '"s100a"',
      '"s100a " in the table: they differ by white space',
    ],
    [
      "nothing that can be told",
      (n: number) => n,
      (n: number) => n + 5000,
      '"1"',
      '"5001" in the table\\. What',
    ],
  ] as const)("%s of the trajectory", async (_, own, other, key, theirs) => {
    const study = byCandidates(logBy(own, text), scoresBy(other, text));
    for (const engine of [duckdb, createInterpreter({})]) {
      const error = await failure(study, engine);
      expect(error).toMatchObject({ kind: "log", code: "joinMatchesNothing" });
      expect(error.message).toMatch(
        /^policies\.a\.candidates: None of the 400 trajectories of the log has a viewed item in/,
      );
      expect(error.message).toMatch(new RegExp(`for example ${key} in the log, and ${theirs}`));
    }
  });

  it("case of the item, where the trajectories are there", async () => {
    const error = await failure(
      byCandidates(
        logBy(text, text),
        scoresBy(text, (n) => `S${n}a`),
      ),
    );
    expect(error.message).toMatch(
      /60 values of item, the table 60 values of item, and none of them/,
    );
    expect(error.message).toMatch(
      /"s10a" in the log, and "S10a" in the table: they differ by upper and lower case/,
    );
  });

  it("nearly none: keys without a letter are the same in upper and lower case", async () => {
    const [lower, upper] = [text, (n: number) => (n === 7 ? text(n) : `S${n}A`)];
    const error = await failure(byCandidates(logBy(lower, text), scoresBy(upper, text)));
    expect(error.message).toMatch(/candidates: 1 of the 400 trajectories of the log has/);
    expect(error.message).toMatch(/and 1 of them stands in both/);
  });

  it("no row at all", async () => {
    const empty = { sql: "select '' as session, '' as item, 0.5 as score where 1 = 0" };
    const policies = { a: { score: "score", candidates: { source: empty } } };
    const error = await failure({ ...byCandidates(logBy(text, text), []), policies });
    expect(error).toMatchObject({ kind: "log", code: "joinMatchesNothing" });
  });

  it("by check, in its problems", async () => {
    const study = byCandidates(
      logBy(text, text),
      scoresBy((n) => `S${n}A`, text),
    );
    const { problems } = await check(readStudy(study), { engine: duckdb });
    expect(problems.map(({ code }) => code)).toEqual(["joinMatchesNothing"]);
  });
});

describe("a joined table that matches nothing is refused", () => {
  const on = { on: { item: "item" }, columns: ["gain"] };
  const gains = (item: Key): Table => [1, 2, 3, 4].map((n) => ({ item: item(n), gain: n }));

  it("by evaluate, and by fit where it brings what that reads", async () => {
    const study = byJoin(
      logBy(text, text),
      gains((n) => n),
      on,
      ["gain"],
    );
    expect((await failure(study)).message).toMatch(
      /log\.join\[0\]: None of the 1,200 rows .* "s10a" in the log, and "1" in the table: they differ in that one/,
    );
    const places = viewed.map(({ session, item, rank }) => ({
      ...{ session: `S${session}a`, item: text(item), place: rank },
    }));
    const joined = { on: ["session", "item"], columns: ["place"] };
    const fitted = readStudy({
      log: {
        ...{ source: { rows: logBy(text, text) }, ...roles, rank: "place", exposure },
        join: [{ rows: places, ...joined }],
      },
    });
    await expect(fitLog(fitted, { engine: duckdb })).rejects.toThrow(/they differ by upper and/);
  });

  it("where each key is known, but never together", async () => {
    const gone = viewed.map((row) => ({
      ...{ session: row.session, item: 1 + (row.item % 60), gain: 1 },
    }));
    const key = (n: number) => n;
    const wrong = gone.filter(
      (row) => !viewed.some((own) => own.session === row.session && own.item === row.item),
    );
    const study = byJoin(logBy(key, key), wrong, { on: ["session", "item"], columns: ["gain"] }, [
      "gain",
    ]);
    expect((await failure(study)).message).toMatch(
      /by itself has values in both, but not together/,
    );
  });
});

describe("a join of few rows is ordinary", () => {
  const answer = async (study: object) => {
    const result = await evaluate(readStudy(study), { engine: duckdb });
    const means = result.estimates.filter(({ estimator }) => estimator === "mean");
    return { codes: result.warnings.map(({ code }) => code), means };
  };

  it("of candidates of a part of the log: they are counted", async () => {
    for (const kept of [20, 2]) {
      const few = viewed.filter(({ session }) => session <= kept);
      const study = byCandidates(logBy(text, text), scoresBy(text, text, few));
      expect((await answer(study)).codes).toContain("unscoredRows");
    }
  });

  it("of candidates of many more trajectories than the log has", async () => {
    const log = logBy((n) => n, text).slice(0, 30);
    const study = byCandidates(
      log,
      scoresBy((n) => n, text),
    );
    const many = [1, 2, 3, 4].flatMap((times) => scoresBy((n) => n + times * 1000, text));
    const result = await answer(byCandidates(log, [...many, ...scoresBy((n) => n, text)]));
    expect(result).toEqual(await answer(study));
  });

  it("of a policy whose lists hold other items than were viewed in a session", async () => {
    const others = viewed.map((row) => ({ ...row, item: 1 + ((row.item + 29) % 60) }));
    const never = others.filter((row) =>
      [1, 2, 3].every((rank) => itemAt(row.session, rank) !== row.item),
    );
    const { codes } = await answer(byCandidates(logBy(text, text), scoresBy(text, text, never)));
    expect(codes).toContain("unscoredRows");
  });

  const rare = { gain: { column: "gain", missing: 0 } };
  const key = (n: number) => n;
  it("of rewards, where only rewarded rows have one", async () => {
    const one = [{ session: 3, gain: 5 }];
    const joined = { on: ["session"], columns: ["gain"] };
    const study = byJoin(logBy(key, text), one, joined, rare);
    const { codes, means } = await answer(study);
    expect(codes).toContain("unmatchedRows");
    expect(means).toMatchObject([{ value: (3 * 5) / sessions }]);
    const elsewhere = Array.from({ length: 900 }, (_, i) => ({ session: i + 1000, gain: 5 }));
    const none = byJoin(logBy(key, text), elsewhere, joined, { click: "click", ...rare });
    expect((await answer(none)).codes).toContain("unmatchedRows");
    expect((await failure(byJoin(logBy(key, text), elsewhere, joined, ["gain"]))).code).toBe(
      "joinMatchesNothing",
    );
    const other = elsewhere.map((_, i) => ({ session: `s${i + 1}`, gain: 5 }));
    const wrong = byJoin(logBy(key, text), other, joined, { click: "click", ...rare });
    expect((await failure(wrong)).message).toMatch(
      /"1" in the log, and "s1" in the table: they differ by "s" in front/,
    );
  });
});

describe("log.candidates", () => {
  const offered = viewed.map((row) => ({ ...row, guess: 0.5, other: 4 - row.rank }));
  const study = (candidates: Table): object => ({
    log: {
      ...{ source: { rows: offered }, ...roles, exposure },
      rewards: { click: { column: "click", prediction: "guess" } },
      candidates: { rows: candidates, rank: "rank" },
    },
    policies: { a: { rank: "other" } },
    estimators: ["dm", "dr"],
  });
  const values = async (candidates: Table) =>
    (await evaluate(readStudy(study(candidates)), { engine: duckdb })).estimates;

  it("are compared as text where one side alone has whole numbers", async () => {
    const own = await values(offered);
    const texts = offered.map((row) => ({ ...row, session: String(row.session) }));
    expect(await values(texts)).toEqual(own);
    expect(own.some((row) => "value" in row && row.estimator === "dr")).toBe(true);
  });

  it.each([
    [
      "session",
      (n: number) => `00${n}`,
      '"1" in the log, and "001" in the table: they differ by zeros',
    ],
    [
      "session",
      (n: number) => `s${n}`,
      '"1" in the log, and "s1" in the table: they differ by "s" in front',
    ],
    [
      "item",
      (n: number) => `i${n}`,
      '"1" in the log, and "i1" in the table: they differ by "i" in front',
    ],
  ] as const)("are refused where no %s is in the log", async (key, change, words) => {
    const table = offered.map((row) => ({ ...row, [key]: change(row[key]) }));
    for (const engine of [duckdb, createInterpreter({})]) {
      const error = await failure(study(table), engine);
      expect(error).toMatchObject({ kind: "log", code: "joinMatchesNothing" });
      expect(error.message).toContain(words);
    }
  });
});
