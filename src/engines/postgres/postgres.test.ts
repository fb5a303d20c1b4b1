import { afterEach, describe, expect, it } from "vitest";
import { isInTurn, repetitions } from "../../../test/fixture/property.js";
import { postgresDialect } from "../../sql/dialects/postgres.js";
import type { Plan, Progress } from "../../sql/engine.js";
import { column } from "../../sql/expression.js";
import { from, group, type Relation, select } from "../../sql/relation.js";
import { collect } from "../../sql/run/collect.js";
import { type Answer, loadClient, type PostgresClient } from "./client.js";
import { engineOver } from "./engine.js";
import { readSettings } from "./options.js";

const opened: { readonly close: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const engine of opened.splice(0)) await engine.close();
});

const nothing: Answer = { fields: [], rows: [] };
const never = (): Promise<Answer> => new Promise(() => undefined);

/** A server of connections that answer as a test says, and what they were asked. */
function serverThat(answer: (sql: string) => Promise<Answer>, options: object = {}) {
  const asked: string[] = [];
  const settings = readSettings({ url: "postgres://me@host/db", ...options }, {});
  let pid = 0;
  const create = (): PostgresClient => ({
    connect: async () => undefined,
    query: async ({ text }) => {
      asked.push(text);
      return answer(text);
    },
    end: async () => undefined,
    on: () => undefined,
    off: () => undefined,
    processID: ++pid,
    connection: { stream: { destroy: () => undefined } },
  });
  const engine = engineOver(settings, create);
  opened.push(engine);
  return { engine, asked };
}

const source: Relation = from({ kind: "table", name: ["t"] });
const planOf = (relation: Relation): Plan => ({
  relation,
  columns: [{ name: "n", type: "bigint" }],
  purpose: "test",
});
const isOurs = (sql: string): boolean => /^(?:SELECT|WITH|DECLARE|FETCH|BEGIN)/.test(sql);
const rowsOf = (count: number): Answer => ({
  fields: [{ name: "n", dataTypeID: 20 }],
  rows: Array.from({ length: count }, (_, i) => [`${i}`]),
});

describe("statements", () => {
  it("that give groups are asked for whole, others from a cursor of a read-only transaction", async () => {
    const { engine, asked } = serverThat(async (sql) =>
      sql.startsWith("FETCH")
        ? rowsOf(asked.filter((each) => each === sql).length < 2 ? 4096 : 3)
        : rowsOf(2),
    );
    const grouped = await collect(engine, planOf(group(source, ["n"], [])));
    expect(grouped.rows).toBe(2);
    expect(asked.filter((sql) => /CURSOR FOR/.test(sql))).toEqual([]);
    expect((await collect(engine, planOf(source))).rows).toBe(4099);
    expect(asked.slice(-5).map((sql) => sql.split(" ")[0])).toEqual([
      "BEGIN",
      "DECLARE",
      "FETCH",
      "FETCH",
      "COMMIT",
    ]);
    expect(asked).toContain("BEGIN TRANSACTION READ ONLY");
    expect(asked[0]).toContain("SET default_transaction_read_only = on");
    for (const line of postgresDialect.session) expect(asked[0]).toContain(line);
  });

  it.each([
    ["as many as may be held", 32_000_000, "COMMIT"],
    ["more", 32_000_001, "ROLLBACK"],
  ])("that hold %s rows end in a table or in none", async (_, rowCount, ending) => {
    const { engine, asked } = serverThat(
      async (sql) => (sql.startsWith("CREATE TEMPORARY") ? { ...nothing, rowCount } : rowsOf(2)),
      { hold: true },
    );
    const kept = select(source, [["n", column("n")]], { keep: {} });
    expect((await collect(engine, planOf(group(kept, ["n"], [])))).rows).toBe(2);
    expect(asked.filter((sql) => /^(?:COMMIT|ROLLBACK)$/.test(sql))).toEqual([ending]);
    expect(asked.at(-1)?.includes("hindcast_held_0")).toBe(ending === "COMMIT");
  });

  it("that cannot hold rows are told, with the server's reason", async () => {
    const { engine } = serverThat(
      async (sql) => {
        if (sql.startsWith("CREATE TEMPORARY")) throw new Error("could not extend file");
        return rowsOf(2);
      },
      { hold: true },
    );
    const kept = select(source, [["n", column("n")]], { keep: {} });
    const notes: string[] = [];
    const onProgress = ({ note }: Progress) => void notes.push(...(note ? [note] : []));
    await collect(engine, planOf(group(kept, ["n"], [])), { onProgress });
    expect(notes).toEqual([
      expect.stringMatching(/^rows that several .* not held \(could not extend file\): /),
    ]);
  });

  it("that are stopped are cancelled on the server over another connection", async () => {
    const control = new AbortController();
    const { engine, asked } = serverThat((sql) => {
      if (!isOurs(sql) || !sql.includes('"n"')) return Promise.resolve(nothing);
      setTimeout(() => control.abort());
      return never();
    });
    const answer = collect(engine, planOf(group(source, ["n"], [])), { signal: control.signal });
    await expect(answer).rejects.toMatchObject({ failure: "cancelled", code: "cancelled" });
    expect(asked).toContain("SELECT pg_cancel_backend(1)");
  });

  it.runIf(isInTurn(0, repetitions(4, 1)))(
    "end with a network error where the server gives no sign of life",
    async () => {
      let isDeaf = false;
      const { engine } = serverThat(
        (sql) => {
          if (sql.includes('"n"')) isDeaf = true;
          return isDeaf ? never() : Promise.resolve(nothing);
        },
        { silence: 0.3 },
      );
      const answer = collect(engine, planOf(group(source, ["n"], [])));
      await expect(answer).rejects.toMatchObject({
        failure: "network",
        message: expect.stringMatching(/engine\.silence/),
      });
    },
  );
});

describe("failures are typed", () => {
  it.each([
    ["42P01", 'relation "log" does not exist', "missing", "tableMissing", /"log"/],
    ["42703", "column s.rank does not exist", "missing", "columnMissing", /"rank"/],
    [
      "28P01",
      'password authentication failed for user "me"',
      "auth",
      "accessDenied",
      /passwordFile/,
    ],
    ["42601", 'syntax error at or near "x"', "syntax", "statementRefused", /refused/],
    [
      "25006",
      "cannot execute DELETE in a read-only transaction",
      "syntax",
      "statementRefused",
      /read-only/,
    ],
    ["22P02", 'invalid input syntax for type bigint: "abc"', "data", "valueUnreadable", /"abc"/],
    ["53200", "out of memory", "resource", "outOfMemory", /memory/],
    ["57014", "canceling statement due to user request", "cancelled", "cancelled", /cancelled/],
    ["XX000", "odd", "internal", "engineFailed", /odd/],
  ])("%s", async (code, message, failure, word, sentence) => {
    const { engine } = serverThat((sql) =>
      sql.includes('"n"')
        ? Promise.reject(Object.assign(new Error(message), { code }))
        : Promise.resolve(nothing),
    );
    const answer = collect(engine, planOf(group(source, ["n"], [])));
    await expect(answer).rejects.toMatchObject({
      failure,
      code: word,
      message: expect.stringMatching(sentence),
    });
  });

  it("a package that is not installed is named", async () => {
    const loading = loadClient(readSettings({ url: "postgres://h/d" }, {}), () =>
      Promise.reject(new Error("Cannot find package 'pg'")),
    );
    await expect(loading).rejects.toThrow(/npm install pg/);
  });
});

describe("options", () => {
  it("keep the password out of what is printed, and prefer the file's to that of the environment", () => {
    const environment = {
      HINDCAST_POSTGRES_URL: "postgres://h",
      HINDCAST_POSTGRES_PASSWORD: "of the environment",
    };
    const settings = readSettings(
      { url: "postgresql://me:hunter2@h:5/d?sslmode=require" },
      environment,
    );
    expect(settings.address).toBe("postgres://h:5/d");
    expect(settings.client.connectionString).toContain("me:hunter2@h:5");
    const without = readSettings({ url: "postgres://me@h/d" }, environment);
    expect(without.client.connectionString).toBe("postgres://me:of%20the%20environment@h/d");
  });

  it.each([
    [{ url: "mysql://h" }, /postgres:\/\/host/],
    [{ url: "postgres://h/d", timeout: 0 }, /engine\.timeout .* above 0/],
    [{ url: "postgres://h/d", passwordFile: "/nowhere/at/all" }, /engine\.passwordFile/],
  ])("refuse %j", (options, sentence) => {
    expect(() => readSettings(options, {})).toThrow(sentence);
  });
});
