import { describe, expect, it } from "vitest";
import { EngineError, reason } from "../../errors.js";
import { duckdbDialect } from "../../sql/dialects/duckdb.js";
import type { Batch, Plan, Progress } from "../../sql/engine.js";
import { column, count } from "../../sql/expression.js";
import { plan } from "../../sql/plan.js";
import { printPlan } from "../../sql/print.js";
import { from, group, type Keep, type SourceRef, select } from "../../sql/relation.js";
import { type Keeper, keeperOf, moreThan } from "./keeper.js";

const rowsKept = (keep: Keep) =>
  select(from({ kind: "table", name: ["log"] }), [["a", column("a")]], { keep });
const counted = (keep: Keep): Plan =>
  plan("test", group(rowsKept(keep), [], [["row_count", count()]]));

const missing = (): EngineError =>
  new EngineError("missing", reason("tableMissing", "It is gone.", {}));

/** A keeper of tables with numbers, what it did, and a server on which a session may end. */
function setUp() {
  const did: string[] = [];
  const there = new Set<SourceRef>();
  const keeper = keeperOf({
    dialect: duckdbDialect,
    hold: async (sql) => {
      const table: SourceRef = { kind: "table", name: [`held_${did.length}`] };
      did.push(`hold ${/FROM "\w+"/.exec(sql)?.[0]}`);
      there.add(table);
      return table;
    },
    drop: async (table) => {
      did.push("drop");
      if (!there.delete(table)) throw missing();
    },
  });
  const run = async function* (held: Plan): AsyncGenerator<Batch> {
    const sql = printPlan(held, duckdbDialect);
    did.push(`read ${/FROM "\w+"/.exec(sql)?.[0]}`);
    const [...tables] = there;
    const isThere = /"log"/.test(sql) || tables.some((table) => sql.includes(nameOf(table)));
    if (!isThere) throw missing();
    yield { rows: 1, columns: new Map([["row_count", [1n]]]) };
  };
  return { did, there, keeper, run };
}

const nameOf = (table: SourceRef): string => (table.kind === "table" ? (table.name[0] ?? "") : "");

async function read(keeper: Keeper, asked: Plan, run: (held: Plan) => AsyncIterable<Batch>) {
  let rows = 0;
  for await (const batch of keeper.read(asked, {}, run)) rows += batch.rows;
  return rows;
}

describe("a keeper", () => {
  it("makes tables again where a session has ended with them", async () => {
    const { did, there, keeper, run } = setUp();
    const keep: Keep = {};
    expect(await read(keeper, counted(keep), run)).toBe(1);
    there.clear();
    expect(await read(keeper, counted(keep), run)).toBe(1);
    expect(did).toEqual([
      'hold FROM "log"',
      'read FROM "held_0"',
      'read FROM "held_0"',
      "drop",
      'hold FROM "log"',
      'read FROM "held_4"',
    ]);
  });

  it("gives up where they are gone twice", async () => {
    const { there, keeper, run } = setUp();
    const gone = async function* (held: Plan) {
      there.clear();
      yield* run(held);
    };
    await expect(read(keeper, counted({}), gone)).rejects.toThrow("It is gone.");
  });

  it("does not begin again once batches were given", async () => {
    const { there, keeper, run } = setUp();
    const breaks = async function* (held: Plan) {
      yield* run(held);
      there.clear();
      throw missing();
    };
    await expect(read(keeper, counted({}), breaks)).rejects.toThrow("It is gone.");
  });

  it("asks once where a table of the log itself is missing", async () => {
    const { did, keeper } = setUp();
    const asked = plan("test", group(from({ kind: "table", name: ["none"] }), [], []));
    // biome-ignore lint/correctness/useYield: it fails before its first batch
    const fails = async function* (): AsyncGenerator<Batch> {
      did.push("read");
      throw missing();
    };
    await expect(read(keeper, asked, fails)).rejects.toThrow("It is gone.");
    expect(did).toEqual(["read"]);
  });

  it("says once why rows are not held, when a statement has run without", async () => {
    const notes: (string | undefined)[] = [];
    const call = { onProgress: ({ note }: Progress) => void notes.push(note) };
    const full = new EngineError("resource", reason("outOfMemory", "The disk is full.", {}));
    const keeper = keeperOf({
      dialect: duckdbDialect,
      hold: async (sql) => {
        if (sql.includes("few")) throw full;
        return moreThan(32_000_000);
      },
      drop: async () => undefined,
    });
    const run = async function* (): AsyncGenerator<Batch> {
      expect(notes).toEqual([]);
      yield { rows: 1, columns: new Map([["row_count", [1n]]]) };
    };
    const fails = async function* (): AsyncGenerator<Batch> {
      yield* [];
      throw missing();
    };
    const few = from({ kind: "table", name: ["few"] });
    const ofFew = plan("test", group(select(few, [["a", column("a")]], { keep: {} }), [], []));
    await expect(read(keeper, ofFew, fails)).rejects.toThrow("gone");
    expect(notes).toEqual([]);
    for await (const _ of keeper.read(counted({}), call, run));
    for await (const _ of keeper.read(counted({}), call, async function* () {}));
    expect(notes).toEqual([
      "rows that several statements read are not held (The disk is full): each of these statements reads the log",
      "rows that several statements read are not held (they are more than 32,000,000): each of these statements reads the log",
    ]);
  });

  it("drops the tables of one use, or of all, the last first", async () => {
    const { there, keeper, run } = setUp();
    const [one, other] = [{}, {}];
    await read(keeper, counted(one), run);
    await read(keeper, counted(other), run);
    expect(there.size).toBe(2);
    await keeper.release(one);
    expect([...there].map(nameOf)).toEqual(["held_2"]);
    await keeper.release();
    expect(there.size).toBe(0);
  });
});
