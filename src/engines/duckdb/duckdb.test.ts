import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import { gzipSync } from "node:zlib";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { planOf, type ResultTypes, runRelation, sql } from "../../../test/fixture/run-relation.js";
import type { Engine, Progress } from "../../sql/engine.js";
import {
  apply,
  bigint,
  cast,
  column,
  count,
  divide,
  double,
  type Expression,
  equal,
  lookup,
  max,
  nullOf,
  plus,
  sum,
  text,
} from "../../sql/expression.js";
import { from, group, type Relation, type SourceRef, select } from "../../sql/relation.js";
import { createDuckdbEngine } from "./index.js";

let engine: Engine;
let folder: string;
const at = (name: string): string => joinPath(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(joinPath(tmpdir(), "hindcast-test-"));
  engine = await createDuckdbEngine({ threads: 2 });
  const writer = await (await DuckDBInstance.create(at("log.db"))).connect();
  await writer.run("CREATE TABLE log AS SELECT 1::BIGINT AS a");
  await writer.run(`COPY (SELECT 1::BIGINT AS a) TO '${at("one.parquet")}'`);
  await writer.run(`COPY (SELECT 2::BIGINT AS a, 'x' AS b) TO '${at("two.parquet")}'`);
  const words = "SELECT 'w' || range % 50 AS few, 'w' || range AS many FROM range(60000)";
  await writer.run(`COPY (${words}) TO '${at("words.parquet")}'`);
  await writer.run(
    `COPY (${words}) TO '${at("plain.parquet")}' (DICTIONARY_SIZE_LIMIT 1, PARQUET_VERSION v1)`,
  );
  await writer.run("CHECKPOINT");
  writer.disconnectSync();
  await writeFile(at("log.csv"), "rank,item,day\n1,a,2026-11-30\n2,,2026-12-01\n");
  await writeFile(at("log.csv.gz"), gzipSync("rank,item\n1,a\n"));
  await writeFile(at("log.jsonl.gz"), gzipSync('{"rank":1,"x":0.5}\n{"rank":2,"x":null}\n'));
});

afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true });
});

const run = (relation: Relation, types: ResultTypes, on = engine): Promise<unknown[][]> =>
  runRelation(on, relation, types);

const one = sql("SELECT 1 AS unused");
const files = (format: "parquet" | "csv" | "jsonLines", ...names: string[]): SourceRef => ({
  kind: "files",
  format,
  paths: names.map(at),
});
const value = async (expression: Expression, type: "double" | "bigint" | "text") =>
  (await run(select(one, [["x", expression]]), { x: type }))[0]?.[0];

describe("names and literals reach DuckDB unharmed", () => {
  const names = ['say "hi"', "two words", "größe ☃", "select", "s", "q0", "l", "x'; --", "a.b"];

  it.each(names)("a column called %s", async (name) => {
    const quoted = `"${name.replaceAll('"', '""')}"`;
    const inner = select(sql(`SELECT 5::BIGINT AS ${quoted}, 6::BIGINT AS other`), [
      ["x", plus(column(name), column("other"))],
    ]);
    expect(await run(group(inner, ["x"], []), { x: "bigint" })).toEqual([[11n]]);
  });

  it("a column of ours is not captured by an alias of the same name", async () => {
    const shadow = select(sql("SELECT 10::BIGINT AS x"), [
      ["x", plus(column("x"), bigint(1n))],
      ["y", plus(column("x"), bigint(2n))],
    ]);
    expect(await run(shadow, { x: "bigint", y: "bigint" })).toEqual([[11n, 12n]]);
  });

  it.each(["it's", "back\\slash\\'", "line\nbreak", "nul\0inside", "☃𝄞", "", "$1 ? :x", "-- /*"])(
    "the text %j",
    async (literal) => {
      const inner = select(one, [["x", text(literal)]]);
      expect(await run(group(inner, ["x"], []), { x: "text" })).toEqual([[literal]]);
    },
  );

  it.each([0.1, -1 / 3, 5e-324, 1.7976931348623157e308, 2 ** 53 + 2])(
    "the double %d",
    async (literal) => {
      expect(await value(double(literal), "double")).toBe(literal);
    },
  );

  it.each([0n, -32768n, 2n ** 31n, 2n ** 53n + 1n, 2n ** 63n - 1n, -(2n ** 63n)])(
    "the bigint %d",
    async (literal) => {
      expect(await value(bigint(literal), "bigint")).toBe(literal);
    },
  );

  it("small bigints that multiply beyond 32 bits", async () => {
    const product = apply("*", apply("*", bigint(30000n), bigint(30000n)), bigint(30000n));
    expect(await value(product, "bigint")).toBe(27_000_000_000_000n);
  });
});

describe("values", () => {
  it("NULL, NaN and infinities come back as they are", async () => {
    const infinite = divide(double(1), double(0));
    expect(await value(nullOf("double"), "double")).toBe(null);
    expect(await value(nullOf("bigint"), "bigint")).toBe(null);
    expect(await value(infinite, "double")).toBe(Infinity);
    expect(await value(divide(double(0), double(0)), "double")).toBeNaN();
    expect(await value(cast(apply("isFinite", infinite), "text"), "text")).toBe("false");
  });

  it("a lookup has no entry beyond its table or at NULL", async () => {
    const entry = (index: Expression) => value(lookup("t", [5, 6], index), "double");
    expect(await entry(bigint(1n))).toBe(5);
    expect(await entry(bigint(2n))).toBe(6);
    for (const outside of [3n, 2n ** 62n]) {
      expect(await entry(bigint(outside))).toBe(null);
    }
    expect(await entry(nullOf("bigint"))).toBe(null);
  });

  it("hash10 is the beginning of md5, nativeHash is not negative", async () => {
    expect(await value(apply("hash10", text("ü")), "bigint")).toBe(768n);
    const hashed = select(sql("SELECT range::VARCHAR AS k FROM range(1000)"), [
      ["h", apply("nativeHash", column("k"))],
    ]);
    const worst = group(
      hashed,
      [],
      [["m", apply("coalesce", max(apply("-", bigint(0n), column("h"))))]],
    );
    expect(Number((await run(worst, { m: "bigint" }))[0]?.[0])).toBeLessThanOrEqual(0);
  });

  it("a group of nothing has one row without keys and none with keys", async () => {
    const none = select(sql("SELECT 1e0 AS x"), [["x", column("x")]], {
      where: equal(bigint(1n), bigint(0n)),
    });
    const columns = [["n", count()] as const, ["s", sum(column("x"))] as const];
    const types = { n: "bigint", s: "double" } as const;
    expect(await run(group(none, [], columns), types)).toEqual([[0n, null]]);
    expect(await run(group(none, ["x"], columns), types)).toEqual([]);
  });

  it("a promise about a type that the statement breaks is an internal error", async () => {
    await expect(value(bigint(1n), "double")).rejects.toMatchObject({ kind: "internal" });
  });
});

describe("sources", () => {
  it("read Parquet files and globs by column name", async () => {
    const both = from(files("parquet", "*.parquet".replace("*", "[ot][nw]*")));
    const rows = await run(both, { a: "bigint", b: "text" });
    expect(rows.sort()).toEqual([
      [1n, null],
      [2n, "x"],
    ]);
  });

  it("are described in our types", async () => {
    const shown = async (source: SourceRef) =>
      (await engine.describe(source)).map(({ name, type }) => `${name} ${type}`);
    expect(await shown(files("csv", "log.csv"))).toEqual(["rank bigint", "item text", "day date"]);
    expect(await shown(files("csv", "log.csv.gz"))).toEqual(["rank bigint", "item text"]);
    expect(await shown(files("jsonLines", "log.jsonl.gz"))).toEqual(["rank bigint", "x double"]);
    const many =
      "SELECT 1::HUGEINT a, 1::UBIGINT b, 1.5 c, 1::FLOAT d, now() e, true f, [1] g, 'x'::BLOB h;";
    expect(await shown({ kind: "sql", sql: many })).toEqual(
      "a decimal,b decimal,c decimal,d double,e timestamp,f boolean,g other,h other".split(","),
    );
  });

  it("are read in UTC", async () => {
    const zone = sql("SELECT current_setting('TimeZone') AS a");
    expect(await run(zone, { a: "text" })).toEqual([["UTC"]]);
  });

  it("are tables of a database file, opened for reading", async () => {
    const other = await createDuckdbEngine({ database: at("log.db") });
    const table = from({ kind: "table", name: ["main", "log"] });
    expect(await run(table, { a: "bigint" }, other)).toEqual([[1n]]);
    await other.close();
  });

  it("give the same integer sums with every number of threads", async () => {
    const rows = sql("SELECT floor(range * 1e3 + 0.5e0) AS x FROM range(300000)");
    const total = group(rows, [], [["s", sum(column("x"))]]);
    const sums = await Promise.all(
      [1, 2, 3].map(async (threads) => {
        const other = await createDuckdbEngine({ threads });
        const [row] = await run(total, { s: "double" }, other);
        await other.close();
        return row;
      }),
    );
    expect(sums).toEqual(Array(3).fill([(299_999 * 300_000 * 1000) / 2]));
  });
});

describe("a long query", () => {
  const endless = group(
    sql("SELECT a.range AS x, b.range AS y FROM range(10000000) a, range(10000000) b"),
    [],
    [["a", sum(apply("bitAnd", column("x"), column("y")))]],
  );
  const plan = planOf(endless, { a: "bigint" });
  const finish = async (options: Parameters<Engine["query"]>[1], on = engine): Promise<void> => {
    for await (const batch of on.query(plan, options)) expect(batch.rows).toBe(0);
  };

  it("reports progress, stops when aborted, and leaves the engine usable", async () => {
    const controller = new AbortController();
    const seen: Progress[] = [];
    const onProgress = (progress: Progress): void => {
      seen.push(progress);
      controller.abort();
    };
    const cancelled = finish({ signal: controller.signal, onProgress });
    await expect(cancelled).rejects.toMatchObject({ kind: "engine", failure: "cancelled" });
    expect(seen[0]).toMatchObject({ purpose: "test" });
    expect(seen[0]?.fraction ?? 0).toBeLessThan(1);
    expect(await value(bigint(3n), "bigint")).toBe(3n);
  });

  it("never starts when aborted before, and stops when aborted at once", async () => {
    await expect(finish({ signal: AbortSignal.abort() })).rejects.toMatchObject({
      failure: "cancelled",
    });
    const controller = new AbortController();
    const cancelled = finish({ signal: controller.signal });
    controller.abort();
    await expect(cancelled).rejects.toMatchObject({ failure: "cancelled" });
  });

  it("stops when the engine is closed, which may happen twice", async () => {
    const other = await createDuckdbEngine();
    const { signal } = new AbortController();
    const stopped = expect(finish({ signal }, other)).rejects.toMatchObject({
      failure: "cancelled",
    });
    setTimeout(() => void other.close(), 100);
    await stopped;
    await other.close();
    await expect(finish({}, other)).rejects.toMatchObject({ failure: "cancelled" });
  });

  it("may be left after its first batch", async () => {
    const rows = planOf(sql("SELECT range AS a FROM range(1000000)"), { a: "bigint" });
    for await (const batch of engine.query(rows)) {
      expect(batch.rows).toBeGreaterThan(0);
      break;
    }
    expect(await value(bigint(4n), "bigint")).toBe(4n);
  });
});

describe("explain and info", () => {
  it("tell the plan and the version", async () => {
    const plan = planOf(group(one, [], [["n", count()]]), { n: "bigint" });
    expect(await engine.explain(plan)).toContain("AGGREGATE");
    expect(await engine.info()).toMatchObject({
      cancel: "hard",
      version: expect.stringMatching(/\d/),
    });
  });
});
