import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { PGlite } from "@electric-sql/pglite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inTurn } from "../../../test/fixture/property.js";
import { StudyError, UnsupportedError } from "../../errors.js";
import { evaluate } from "../../evaluate/evaluate.js";
import type { Engine } from "../../sql/engine.js";
import { createDuckdbEngine } from "../duckdb/index.js";
import { type EngineLaw, engineLaws } from "../laws.js";
import type { ConnectionOptions, RunStatement } from "./connection.js";
import { connect } from "./index.js";

let instance: DuckDBInstance;
let folder: string;
const open: Engine[] = [];

beforeAll(async () => {
  instance = await DuckDBInstance.create();
  folder = await mkdtemp(joinPath(tmpdir(), "hindcast-test-"));
  await writeFile(joinPath(folder, "log.csv"), logText());
});
afterAll(async () => {
  await Promise.all(open.map((engine) => engine.close()));
  instance.closeSync();
  await rm(folder, { recursive: true });
});

/** A connection as a program would have it: rows of JavaScript values, an interrupt, an error's message. */
async function runOf(): Promise<RunStatement> {
  const connection = await instance.connect();
  return async function* run({ sql }, signal) {
    const stop = (): void => connection.interrupt();
    signal.addEventListener("abort", stop, { once: true });
    try {
      const result = await connection.stream(sql);
      const names = result.columnNames();
      for (let first = true; ; first = false) {
        const chunk = await result.fetchChunk();
        const isEmpty = chunk === null || chunk.rowCount === 0;
        if (first || !isEmpty) yield { names, rows: chunk?.getRows() ?? [] };
        if (isEmpty) return;
      }
    } finally {
      signal.removeEventListener("abort", stop);
    }
  };
}

const connected = async (options: Partial<ConnectionOptions> = {}): Promise<Engine> => {
  const engine = connect({ dialect: "duckdb", run: await runOf(), ...options });
  open.push(engine);
  return engine;
};

// A connection has no time limit of its own, and no credentials that we could give.
const isHeld = ({ needs = [] }: EngineLaw): boolean =>
  !needs.includes("timeout") && !needs.includes("credentials");

describe("a connection", () => {
  const laws = inTurn(engineLaws.filter(isHeld), 2).map((law) => [law.name, law] as const);
  it.each(laws)("%s", async (_, { check }) => {
    await check({
      engine: await connected(),
      connect: () => connected(),
      slowSource: "SELECT count(*) AS n FROM range(100000000000) AS a, range(1000) AS b",
      manyRows: "SELECT range AS n FROM range(100000000)",
    });
  });
});

describe("a connection to PostgreSQL", () => {
  let database: PGlite;
  beforeAll(async () => {
    database = await PGlite.create();
  });
  afterAll(() => database.close());

  // Its one session runs in this process, and no statement of it can be stopped.
  const laws = inTurn(engineLaws.filter(isHeld), 2)
    .filter(({ needs = [] }) => needs.length === 0)
    .map((law) => [law.name, law] as const);
  it.each(laws)("%s", async (_, { check }) => {
    const engine = connect({
      dialect: "postgres",
      async run({ sql }) {
        const { fields, rows } = await database.query<unknown[]>(sql, [], { rowMode: "array" });
        return { names: fields.map(({ name }) => name), rows };
      },
    });
    await check({ engine, connect: async () => engine, slowSource: "", manyRows: "" });
  });
});

/** 400 sessions of 100 users, and a policy that turns their lists round. */
function logText(): string {
  const lines = ["session,user,item,rank,liked,new_rank,day"];
  for (let session = 0; session < 400; session++) {
    const depth = 1 + (session % 4);
    for (let rank = 1; rank <= depth; rank++) {
      const liked = (session * 7 + rank * 3) % 5 === 0 ? 1 : 0;
      const day = `2026-11-0${1 + (session % 3)}`;
      lines.push(`${session},${session % 100},i${rank},${rank},${liked},${5 - rank},${day}`);
    }
  }
  return `${lines.join("\n")}\n`;
}

describe("a study on a connection", () => {
  const study = () => ({
    log: {
      source: joinPath(folder, "log.csv"),
      trajectory: "session",
      user: "user",
      item: "item",
      rank: "rank",
      day: "day",
      rewards: ["liked"],
      listLength: 4,
      exposure: { curve: { fit: "geometric" as const } },
    },
    policies: { reversed: { rank: "new_rank" } },
  });

  it.each(inTurn([{ hold: false }, { hold: true }], 2))(
    "has the engine's result, %o",
    async (options) => {
      const engine = await createDuckdbEngine();
      open.push(engine);
      const own = await evaluate(study(), { engine });
      const result = await evaluate(study(), { engine: await connected(options) });
      expect(result.verdicts.length).toBeGreaterThan(0);
      expect({ ...result, study: undefined }).toEqual({ ...own, study: undefined });
    },
  );

  it("is refused where the dialect is none, or rows cannot be held or read", async () => {
    const run: RunStatement = async () => ({ names: [], rows: [] });
    expect(() => connect({ dialect: "duckdbb", run })).toThrow(StudyError);
    expect(() => connect({ dialect: "trino", run, hold: true })).toThrow(UnsupportedError);
    const oneRow = {
      session: 1,
      user: 1,
      item: 1,
      rank: 1,
      day: "2026-11-01",
      liked: 1,
      new_rank: 1,
    };
    const rows = { ...study(), log: { ...study().log, source: { rows: [oneRow] } } };
    const engine = await connected();
    await expect(evaluate(rows, { engine })).rejects.toThrow(/Rows in memory cannot be read/);
  });

  it("says what a file of text has that is no number, as the engine does", async () => {
    const path = joinPath(folder, "bad.csv");
    await writeFile(path, logText().replace("3,3,i1,1,", "3,3,i1,first,"));
    const bad = { ...study(), log: { ...study().log, source: path } };
    const engine = await createDuckdbEngine();
    open.push(engine);
    const said = async (on: Engine): Promise<string> =>
      evaluate(bad, { engine: on }).then(String, ({ message }: Error) => message);
    expect(await said(await connected())).toBe(await said(engine));
    expect(await said(engine)).toContain("first");
  });
});
