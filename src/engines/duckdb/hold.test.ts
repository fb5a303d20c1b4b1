import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Engine, Plan } from "../../sql/engine.js";
import { apply, bigint, cast, column, sum } from "../../sql/expression.js";
import { plan } from "../../sql/plan.js";
import { printPlan } from "../../sql/print.js";
import { from, group, type Keep, select } from "../../sql/relation.js";
import { collect } from "../../sql/run/collect.js";
import { type Keeper, keeperOf } from "../shared/keeper.js";
import { duckdbRows } from "./hold.js";
import { createDuckdbEngine } from "./index.js";

let folder: string;
let engine: Engine;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hindcast-kept-"));
  engine = await createDuckdbEngine({ threads: 2 });
});
afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true });
});

const path = (): string => join(folder, "log.csv");
const write = (values: readonly number[]): Promise<void> =>
  writeFile(path(), ["a", ...values].join("\n"));

/** The sum of what is above 1, times a factor: statements that differ and read the same rows. */
function totalOf(keep: Keep, factor: bigint): Plan<"total"> {
  const source = from({ kind: "files", format: "csv", paths: [path()] });
  const columns = [["a", cast(column("a"), "bigint")]] as const;
  const rows = select(source, columns, { where: apply(">", column("a"), bigint(1n)), keep });
  const scaled = select(rows, [["b", apply("*", column("a"), bigint(factor))]]);
  return plan("test", group(scaled, [], [["total", cast(sum(column("b")), "bigint")]]));
}

const total = async (keep: Keep, factor = 1n, on = engine): Promise<number> =>
  (await collect(on, totalOf(keep, factor))).number("total");

/** The plan that a keeper runs in the place of another. */
async function heldPlan(keeper: Keeper, asked: Plan): Promise<Plan> {
  let plan = asked;
  const note = async function* (held: Plan) {
    plan = held;
    yield* [];
  };
  for await (const _ of keeper.read(asked, {}, note));
  return plan;
}

describe("rows that several statements read", () => {
  it("are read once, until they are released", async () => {
    await write([1, 2, 3]);
    const [keep, other] = [{}, {}];
    expect(await total(keep)).toBe(5);
    await write([1, 2, 30]);
    expect(await total(keep, 10n)).toBe(50);
    expect(await total(other)).toBe(32);
    await engine.release?.(keep);
    expect(await total(keep)).toBe(32);
    await engine.release?.(keep);
    await engine.release?.({});
  });

  it("are read again by every statement where the database is read-only", async () => {
    const database = join(folder, "log.db");
    const writer = await DuckDBInstance.create(database);
    writer.closeSync();
    const readOnly = await createDuckdbEngine({ database });
    await write([2, 3]);
    expect(await total({}, 1n, readOnly)).toBe(5);
    await readOnly.close();
  });

  it("are read again by every statement where the engine is told to hold none", async () => {
    const readsAgain = await createDuckdbEngine({ hold: false });
    expect(readsAgain.release).toBeUndefined();
    const keep: Keep = {};
    await write([2, 3]);
    expect(await total(keep, 1n, readsAgain)).toBe(5);
    await write([2, 4]);
    expect(await total(keep, 1n, readsAgain)).toBe(6);
    await readsAgain.close();
  });

  it("say what is wrong with them as any statement does", async () => {
    await write([2, 3]);
    const missing = totalOf({}, 1n);
    await rm(path());
    await expect(collect(engine, missing)).rejects.toThrow(/log\.csv/);
  });

  it("are not held where they are too many", async () => {
    const ran: string[] = [];
    const run = async (sql: string) => {
      ran.push(sql);
      return sql.startsWith("CREATE TABLE") ? [[3n]] : [];
    };
    const keeper = keeperOf(duckdbRows(run, engine.dialect, 2));
    const asked = totalOf({}, 1n);
    expect(await heldPlan(keeper, asked)).toBe(asked);
    expect(ran.map((sql) => sql.slice(0, 6))).toEqual(["ATTACH", "CREATE", "DROP T"]);
    expect(ran[1]).toMatch(/LIMIT 3$/);
  });

  it.each([
    ["are read from others that are held", 10, ["kept_0"]],
    ["are read from the source where the others are too many", 2, []],
  ])("%s", async (_, most, inside) => {
    const ran: string[] = [];
    const run = async (sql: string) => {
      ran.push(sql);
      return sql.includes("kept_0") && sql.startsWith("CREATE") ? [[3n]] : [[1n]];
    };
    const keeper = keeperOf(duckdbRows(run, engine.dialect, most));
    const keep: Keep = {};
    const { relation, ...rest } = totalOf(keep, 1n);
    if (relation.kind !== "group") throw new Error("Expected a group.");
    const few = select(relation.from, [["b", column("b")]], {
      where: apply("=", column("b"), bigint(2n)),
      keep,
    });
    const asked = { ...rest, relation: { ...relation, from: few } };
    const prepared = await heldPlan(keeper, asked);
    const made = ran.filter((sql) => sql.startsWith("CREATE TABLE"));
    expect(made).toHaveLength(2);
    expect(inside.every((name) => made[1]?.includes(`FROM "hindcast_rows"."main"."${name}"`))).toBe(
      true,
    );
    expect(made[1]?.includes("read_csv")).toBe(inside.length === 0);
    expect(printPlan(prepared, engine.dialect)).toContain('"kept_1"');
    expect(await heldPlan(keeper, asked)).toEqual(prepared);
    expect(ran.filter((sql) => sql.startsWith("CREATE TABLE"))).toHaveLength(2);
  });
});
