import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Batch, Engine, Plan } from "../../sql/engine.js";
import { apply, cast, column, count, double, max, min, sum } from "../../sql/expression.js";
import { plan } from "../../sql/plan.js";
import { from, group, select } from "../../sql/relation.js";
import { collect } from "../../sql/run/collect.js";
import { duckdbError } from "./errors.js";
import { createDuckdbEngine } from "./index.js";
import { rangesByFile } from "./ranges-by-file.js";

const files = {
  "part/a": "SELECT i AS id, NULL::INTEGER AS gap, i::DOUBLE - 3 AS x FROM range(10) AS r(i)",
  "part/b": "SELECT i::INTEGER - 90 AS id, 7 AS gap, 1.5::FLOAT AS x FROM range(20) AS r(i)",
  "part/c": "SELECT 400 AS id, NULL::INTEGER AS gap, IF(i = 1, NULL, -0.1) AS x FROM range(3) r(i)",
  "part/it's none": "SELECT 1 AS id, 1 AS gap, 1e0 AS x WHERE FALSE",
  "full/h": "SELECT i AS id, i AS gap, i / -8 AS x FROM range(5) AS r(i)",
  "lacks/d": "SELECT 500 AS id, 2e0 AS x",
  "unknown/e": "SELECT NULL::BIGINT AS id, 1 AS gap, 'nan'::DOUBLE AS x",
  "odd/f[1]": "SELECT -7 AS id, 1 AS gap, 1e0 AS x",
};

let folder: string;
let instance: DuckDBInstance;
let connection: DuckDBConnection;
let engine: Engine;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hindcast-ranges-"));
  engine = await createDuckdbEngine({ threads: 2 });
  instance = await DuckDBInstance.create(":memory:");
  connection = await instance.connect();
  for (const [name, sql] of Object.entries(files)) {
    const path = join(folder, `${name}.parquet`);
    await mkdir(dirname(path), { recursive: true });
    await connection.run(`COPY (${sql}) TO '${path.replaceAll("'", "''")}' (FORMAT parquet)`);
  }
});
afterAll(async () => {
  await engine.close();
  connection.closeSync();
  instance.closeSync();
  await rm(folder, { recursive: true });
});

/** Counts and extremes of all columns, as a survey asks for them. */
function ranges(paths: readonly string[]): Plan {
  const source = from({
    kind: "files",
    format: "parquet",
    paths: paths.map((path) => join(folder, path)),
  });
  const names = ["id", "gap", "x"];
  const inner = names.flatMap(
    (name) =>
      [
        [`${name}_values`, count(column(`h_${name}`))],
        [`${name}_min`, min(column(`h_${name}`))],
        [`${name}_max`, max(column(`h_${name}`))],
      ] as const,
  );
  const rows = select(
    source,
    names.map((name) => [`h_${name}`, column(name)] as const),
  );
  const found = group(rows, [], [["row_count", count()], ...inner]);
  const outer = found.kind === "group" ? found.columns.map(([name]) => name) : [];
  return plan(
    "ranges",
    select(
      found,
      outer.map((name) => [`${name}_out`, cast(column(name), "double")] as const),
    ),
  );
}

interface Asked {
  readonly batch: Batch | undefined;
  readonly statements: readonly string[];
}

async function byFile(asked: Plan, fewest = 0): Promise<Asked> {
  const statements: string[] = [];
  const run = async (sql: string): Promise<readonly (readonly unknown[])[]> => {
    statements.push(sql);
    try {
      return (await connection.runAndReadAll(sql)).getRows();
    } catch (cause) {
      throw duckdbError(cause, sql);
    }
  };
  return { batch: await rangesByFile(run, asked, fewest), statements };
}

/** What one statement over all rows gives: small files are read so. */
async function atOnce(asked: Plan): Promise<Record<string, unknown>> {
  const table = await collect(engine, asked);
  return Object.fromEntries([...table.columns].map(([name, [value]]) => [name, value]));
}

const valuesOf = (batch: Batch | undefined): Record<string, unknown> =>
  Object.fromEntries([...(batch?.columns ?? [])].map(([name, [value]]) => [name, value]));

describe("ranges of columns of several files", () => {
  it.each([
    [["part/*.parquet"]],
    [["part/a.parquet", "part/c.parquet"]],
    [["part/a.parquet", "unknown/e.parquet"]],
    [["unknown/e.parquet", "unknown/*.parquet"]],
    [["part/*.parquet", "part/a.parquet"]],
  ])("are those of all rows: %j", async (paths) => {
    const asked = ranges(paths);
    expect(valuesOf((await byFile(asked)).batch)).toEqual(await atOnce(asked));
  });

  it("come from footers alone where columns have values", async () => {
    const asked = ranges(["part/b.parquet", "full/*.parquet"]);
    const { batch, statements } = await byFile(asked);
    expect(valuesOf(batch)).toMatchObject({ row_count_out: 25, id_max_out: 4, x_min_out: -0.5 });
    const explained = await connection.runAndReadAll(`EXPLAIN ${statements.at(-1)}`);
    expect(JSON.stringify(explained.getRows())).not.toMatch(/PARQUET/);
  });

  it.each([
    ["one file", ["part/a.parquet"]],
    ["one file of a pattern", ["lacks/*.parquet"]],
    ["a file that lacks a column", ["part/a.parquet", "lacks/d.parquet"]],
    ["a name that is a pattern too", ["part/a.parquet", "odd/*.parquet"]],
    ["no such file", ["part/a.parquet", "nowhere.parquet"]],
  ])("are asked at once of %s", async (_, paths) => {
    expect((await byFile(ranges(paths))).batch).toBeUndefined();
  });

  it("are read at once where files are small", async () => {
    expect((await byFile(ranges(["part/*.parquet"]), 9)).batch).toBeUndefined();
    expect((await byFile(ranges(["part/*.parquet"]), 8)).batch).toBeDefined();
  });

  it("are no other sums, and of no part of the rows", async () => {
    const source = from({
      kind: "files",
      format: "parquet",
      paths: [join(folder, "part/*.parquet")],
    });
    const rows = select(source, [["a", column("id")]]);
    const of = (relation: typeof rows, value = count()): Plan =>
      plan(
        "other",
        select(group(relation, [], [["n", value]]), [["o", cast(column("n"), "double")]]),
      );
    expect((await byFile(of(rows))).batch).toBeDefined();
    expect((await byFile(of(rows, sum(column("a"))))).batch).toBeUndefined();
    const positive = apply(">", column("id"), double(0));
    const some = select(source, [["a", column("id")]], { where: positive });
    expect((await byFile(of(some))).batch).toBeUndefined();
    const twice = select(source, [["a", apply("+", column("id"), column("id"))]]);
    expect((await byFile(of(twice, max(column("a"))))).batch).toBeUndefined();
  });
});
