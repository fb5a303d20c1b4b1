import { readdirSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import { gzipSync } from "node:zlib";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { StudyError } from "../../errors.js";
import {
  apply,
  bigint,
  cast,
  column,
  count,
  divide,
  double,
  type Engine,
  type Expression,
  equal,
  from,
  group,
  lookup,
  max,
  nullOf,
  type Plan,
  type Progress,
  plus,
  type Relation,
  type SourceRef,
  select,
  sum,
  text,
} from "../../sql/index.js";
import { createDuckdbEngine } from "./index.js";
import { defaultMemoryLimit } from "./limits.js";

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
  await writer.run(
    `COPY (SELECT range AS a FROM range(9999)) TO '${at("damaged.parquet")}' (COMPRESSION zstd)`,
  );
  await writer.run("CHECKPOINT");
  writer.disconnectSync();
  await writeFile(at("garbage.parquet"), "this is not a parquet file, whatever its name says");
  const sound = await readFile(at("damaged.parquet"));
  await writeFile(at("x.csv"), sound);
  await writeFile(at("damaged.parquet"), Buffer.from(sound).fill(0xff, 40, 56));
  await writeFile(at("parquet.csv"), Buffer.from("a,b\n1,\xe9\n", "latin1"));
  await writeFile(at("log.csv"), "rank,item,day\n1,a,2026-11-30\n2,,2026-12-01\n");
  await writeFile(at("log.csv.gz"), gzipSync("rank,item\n1,a\n"));
  await writeFile(at("log.jsonl.gz"), gzipSync('{"rank":1,"x":0.5}\n{"rank":2,"x":null}\n'));
  await writeFile(at("broken.jsonl"), '{"rank":1}\n{"rank"\n');
});

afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true });
});

type Types = Readonly<Record<string, "double" | "bigint" | "text">>;
const planOf = (relation: Relation, types: Types): Plan => ({
  relation,
  columns: Object.entries(types).map(([name, type]) => ({ name, type })),
  purpose: "test",
});

async function run(relation: Relation, types: Types, on: Engine = engine): Promise<unknown[][]> {
  const rows: unknown[][] = [];
  for await (const batch of on.query(planOf(relation, types))) {
    for (let i = 0; i < batch.rows; i++) {
      rows.push(Object.keys(types).map((name) => batch.columns.get(name)?.[i]));
    }
  }
  return rows;
}

const sql = (statement: string): Relation => from({ kind: "sql", sql: statement });
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

  it("hash28 is the beginning of md5, nativeHash is not negative", async () => {
    expect(await value(apply("hash28", text("ü")), "bigint")).toBe(0xc03410an);
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

describe("failures are typed and name what to correct", () => {
  const types = { a: "bigint" } as const;
  const failing: readonly (readonly [string, () => Relation, string, RegExp])[] = [
    ["a missing file", () => from(files("parquet", "none.parquet")), "missing", /none\.parquet"/],
    ["a glob of nothing", () => from(files("csv", "none-*.csv")), "missing", /none-\*\.csv"/],
    [
      "a garbage file",
      () => from(files("parquet", "garbage.parquet")),
      "data",
      /garbage\.parquet"/,
    ],
    ["a broken line", () => from(files("jsonLines", "broken.jsonl")), "data", /broken\.jsonl"/],
    ["a missing column", () => sql("SELECT 1 AS b"), "missing", /column "a"/],
    ["a missing table", () => from({ kind: "table", name: ["nowhere"] }), "missing", /nowhere/],
    ["broken SQL", () => sql("SELEC 1 AS a FROM b"), "syntax", /refused/],
    ["SQL that speaks of parquet", () => sql("SELEC parquet FROM extension"), "syntax", /refused/],
    ["no such function", () => sql("SELECT * FROM read_parquets('a')"), "syntax", /refused/],
    [
      "a column called parquet",
      () => sql("SELECT parquet AS a FROM (SELECT 1 AS b)"),
      "missing",
      /column "parquet"/,
    ],
    [
      "a table called extension",
      () => from({ kind: "table", name: ["extension"] }),
      "missing",
      /extension does not.*database:/,
    ],
    [
      "a bad value called Parquet",
      () => sql("SELECT 'Parquet'::BIGINT AS a"),
      "data",
      /as its type/,
    ],
    [
      "Parquet called x.csv",
      () => from(files("csv", "x.csv")),
      "data",
      /^Expected ".*x\.csv" to be CSV/,
    ],
    [
      "CSV called parquet",
      () => from(files("csv", "parquet.csv")),
      "data",
      /^Line 2 of ".*parquet\.csv"/,
    ],
    [
      "a damaged page",
      () => from(files("parquet", "damaged.parquet")),
      "data",
      /damaged\.parquet" to be sound Parquet/,
    ],
    ["a bad value", () => sql("SELECT 'x'::BIGINT AS a"), "data", /'x'/],
    ["a remote file", () => sql("SELECT * FROM 's3://b/x.parquet'"), "missing", /extension/],
  ];
  it.each(failing)("%s", async (_, relation, failure, sentence) => {
    const error = await run(relation(), types).catch((caught: unknown) => caught);
    expect(error).toMatchObject({
      kind: "engine",
      failure,
      message: expect.stringMatching(sentence),
    });
    expect(error).toMatchObject({ sql: expect.stringContaining("SELECT") });
    expect(String(error)).not.toContain("LINE 1");
  });

  it("options that DuckDB does not take", async () => {
    await expect(createDuckdbEngine({ threads: 0 })).rejects.toThrow(StudyError);
    await expect(createDuckdbEngine({ memoryLimit: "much" })).rejects.toThrow(StudyError);
  });

  it("a database that is missing or none", async () => {
    const opening = (name: string) => createDuckdbEngine({ database: at(name) });
    await expect(opening("none.db")).rejects.toMatchObject({ failure: "missing" });
    await expect(opening("none.db")).rejects.toThrow(/none\.db"/);
    for (const name of ["one.parquet", "log.csv", "."]) {
      await expect(opening(name)).rejects.toThrow(/^Expected engine\.database to be a DuckDB file/);
    }
  });

  it("a folder for spilling that cannot be made", async () => {
    const opening = createDuckdbEngine({ tempDirectory: at("log.csv") });
    await expect(opening).rejects.toThrow(/^Expected engine\.tempDirectory to be a folder/);
  });

  it("too little memory", async () => {
    const small = await createDuckdbEngine({
      threads: 1,
      memoryLimit: "10MB",
      tempDirectory: "",
    });
    const rows = sql("SELECT (range % 7919 * 104729 + range)::VARCHAR AS k FROM range(3000000)");
    const grouped = group(group(rows, ["k"], [["n", count()]]), [], [["a", sum(column("n"))]]);
    await expect(run(grouped, types, small)).rejects.toMatchObject({ failure: "resource" });
    await small.close();
  });
});

describe("memory", () => {
  it("has a limit of its own: the smaller of 2 GB and half the machine", async () => {
    expect([1e9, 3e9, 4e9, 64e9].map((machine) => defaultMemoryLimit(machine))).toEqual([
      "500MB",
      "1500MB",
      "2000MB",
      "2000MB",
    ]);
    const rows = sql("SELECT current_setting('memory_limit') AS a");
    const [[limit] = []] = await run(rows, { a: "text" });
    expect(String(limit)).toMatch(/^(?:[\d.]+ MiB|1\.\d+ GiB)$/);
  });

  it("spills into a folder of its own, which is removed on close", async () => {
    const tempDirectory = at("spilled/here");
    const options = { threads: 1, memoryLimit: "40MB", tempDirectory };
    const small = await createDuckdbEngine(options);
    const rows = sql("SELECT (range % 7919 * 104729 + range)::VARCHAR AS k FROM range(1000000)");
    const byKey = group(rows, ["k"], [["n", count()]]);
    const found: string[] = [];
    const timer = setInterval(() => found.push(...readdirSync(tempDirectory)), 5);
    const total = group(byKey, [], [["a", cast(sum(column("n")), "bigint")]]);
    const [one] = await run(total, { a: "bigint" }, small);
    clearInterval(timer);
    await small.close();
    expect(one).toEqual([1_000_000n]);
    expect(new Set(found).size).toBe(1);
    expect(readdirSync(tempDirectory)).toEqual([]);
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
