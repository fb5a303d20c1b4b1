import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { Result } from "../../src/index.js";
import { inTurn } from "../fixture/property.js";
import { answerTo, refusalOf, studyOf } from "./ask.js";
import { goodQuery, goodRows, useBench } from "./bad-log.js";

const bench = useBench();
const ask = (source: unknown, changes = {}) => answerTo(studyOf(source, changes), bench.engine());

const answers = new Map<string, Promise<Result>>();
/** The answer to a query, computed once. */
function plainAnswer(query: string): Promise<Result> {
  const known = answers.get(query) ?? ask({ sql: query });
  answers.set(query, known);
  return known;
}

/** Keys that a double cannot tell apart; `k` is the small key that they stand for. */
const wide: Readonly<Record<string, string>> = {
  "beyond 2^53": "9007199254740992 + k",
  "below -2^53": "-9007199254740992 - k",
  "up to 2^63 - 1": "9223372036854775807 - k",
  "from -2^63": "-9223372036854775808 + k",
  "beyond 2^63, unsigned": "18446744073709551615::UBIGINT - k::UBIGINT",
  "beyond 2^64": "170141183460469231731687303715884105727::HUGEINT - k",
  "below -2^64": "-170141183460469231731687303715884105727::HUGEINT + k",
  "beyond 2^127, unsigned": "340282366920938463463374607431768211455::UHUGEINT - k::UHUGEINT",
  "decimals of 38 digits": "99999999999999999999999999999999999900::DECIMAL(38,0) + k",
};

const key = (expression: string, small: string): string =>
  `(${expression.replaceAll(/\bk\b/g, `(${small})`)})`;

describe.each(inTurn(Object.entries(wide)))("whole keys %s", (_, expression) => {
  it("of trajectories stay distinct", async () => {
    const { log, estimates } = await ask({
      sql: goodQuery({ session: key(expression, "i // 3") }),
    });
    const plain = await plainAnswer(goodQuery());
    expect(log).toMatchObject({ trajectories: 12, users: 6 });
    expect(estimates).toEqual(plain.estimates);
  });

  it("of users stay distinct, in Parquet too", async () => {
    const query = goodQuery({ visitor: key(expression, "(i // 3) % 6") });
    const plain = await plainAnswer(goodQuery({ visitor: "(i // 3) % 6" }));
    // Parquet has no whole numbers of 128 bits: DuckDB would write doubles.
    const inParquet = /HUGEINT/.test(expression) ? [] : [await bench.parquet("k.parquet", query)];
    for (const source of [{ sql: query }, ...inParquet]) {
      const { log, estimates } = await ask(source);
      expect(log.users).toBe(6);
      expect(estimates).toEqual(plain.estimates);
    }
  });

  it("of feeds stay distinct", async () => {
    const query = goodQuery({ feed: key(expression, "i // 18") });
    const { log } = await ask({ sql: query }, { log: { feed: "feed" } });
    expect(new Set(log.feeds).size).toBe(2);
  });
});

describe("keys in text files", () => {
  const from = (digits: string) => (row: Readonly<Record<string, unknown>>) => ({
    ...row,
    session: `${digits}${Number(row.session) + 10}`,
  });
  const lines = (digits: string): string =>
    goodRows()
      .map((row) =>
        JSON.stringify(row).replace(
          /"session":"?(\d+)/,
          (_, d) => `"session":${digits}${10 + Number(d)}`,
        ),
      )
      .join("\n");

  it("of 17 to 36 digits are read whole", async () => {
    const digits = [
      "90071992547409921",
      "184467440737095514",
      "9007199254740991234567890123456789",
    ];
    for (const some of digits) {
      const csv = await bench.csv("long.csv", goodRows().map(from(some)));
      expect((await ask(csv)).log.trajectories).toBe(12);
    }
    for (const some of ["90071992547409910", "184467440737095514", "9007199254740991234567"]) {
      const json = await bench.text("long.jsonl", lines(some));
      expect((await ask(json)).log.trajectories).toBe(12);
    }
  });

  it.each(["csv", "jsonl"])(
    "too long for whole numbers are refused, not rounded: %s",
    async (form) => {
      const digits = "90071992547409912345678901234567890123456789";
      const source =
        form === "csv"
          ? await bench.csv("huge.csv", goodRows().map(from(digits)))
          : await bench.text("huge.jsonl", lines(digits));
      const error = await refusalOf(studyOf(source), bench.engine());
      expect(error).toMatchObject({ kind: "study", code: "columnType" });
      expect(error.message).toContain("log.trajectory needs a column of whole numbers or text");
      expect(error.message).toContain("As doubles, 99e2 and 9900 are one key");
      expect(error.message).toContain("VARCHAR");
    },
  );

  it.each(inTurn([["99e2"], ["+9900"], [" 9900"]]))(
    "%s and 9900 stay two, as the message says",
    async (odd) => {
      const names = Object.keys(goodRows()[0] ?? {});
      const rows = goodRows().map((row) => {
        const first = Number(row.session) === 0 ? odd : "9900";
        return { ...row, session: Number(row.session) < 2 ? first : row.session };
      });
      const lines = rows.map((row) => Object.values(row).join(","));
      const path = await bench.text("two.csv", [names.join(), ...lines].join("\n"));
      const { message } = await refusalOf(studyOf(path), bench.engine());
      const [, said = ""] = /log\.source: (\{ sql: ".*" \})\./.exec(message) ?? [];
      expect((await ask(parse(said))).log.trajectories).toBe(12);
    },
  );

  it("too long for whole numbers are fine as text, as the message says", async () => {
    const path = await bench.csv("huge2.csv", goodRows().map(from("9007199254740991234567")));
    const sql = `select * from read_csv('${path}', types = {'session': 'VARCHAR'})`;
    expect((await ask({ sql })).log.trajectories).toBe(12);
  });
});

describe("more users than buckets", () => {
  const log = (user: string): { sql: string } => ({
    sql: `SELECT i AS session, ${user} AS visitor, 'x' AS item, 1 AS place, 1 AS place2, i % 2 AS liked FROM range(40000) AS numbers(i)`,
  });

  it.each(
    inTurn([
      ["18446744073709551615::UBIGINT - (i // 2)::UBIGINT"],
      ["-9223372036854775807 + i // 2"],
      ["CAST('-9223372036854775808' AS BIGINT) + i // 2"],
      ["'u' || (i // 2)"],
    ]),
  )("%s", async (user) => {
    const { log: facts, estimates } = await ask(log(user), { estimators: ["mean"] });
    expect(facts).toMatchObject({ users: 20_000, buckets: { kind: "hashed", count: 1024 } });
    expect(estimates[0]).toMatchObject({ value: 0.5, clusters: 20_000 });
  });
});

describe("keys that are missing", () => {
  it.each([
    ["trajectory", "session", {}],
    ["user", "visitor", { invalid: "refuse" }],
    ["feed", "feed", { feed: "feed" }],
    ["logger", "logger", { logger: "logger" }, "loggingPolicy", "logging policy"],
    ["day", "date", { day: "date" }],
  ])("%s", async (role, column, roles, path = role, noun = role) => {
    const base: Record<string, string> = { session: "i // 3", date: "DATE '2026-11-01'" };
    const value = base[column] ?? "'a'";
    const source = { sql: goodQuery({ [column]: `CASE WHEN i = 4 THEN NULL ELSE ${value} END` }) };
    const error = await refusalOf(studyOf(source, { log: roles }), bench.engine());
    expect(error).toMatchObject({ kind: "log", code: `${role}Missing` });
    expect(error.message).toContain(`log.${path}: 1 row of the query of log.source`);
    expect(error.message).toContain(`column "${column}" must hold a ${noun} in every row`);
    expect(error.message).toContain("excludeTrajectories");
  });
});
