import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runRelation, sql } from "../../../test/fixture/run-relation.js";
import { StudyError } from "../../errors.js";
import type { Engine } from "../../sql/engine.js";
import { column, count, sum } from "../../sql/expression.js";
import { from, group, type Relation, type SourceRef } from "../../sql/relation.js";
import { createDuckdbEngine } from "./index.js";

let engine: Engine;
let folder: string;
const at = (name: string): string => joinPath(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(joinPath(tmpdir(), "hindcast-test-"));
  engine = await createDuckdbEngine({ threads: 2 });
  const writer = await (await DuckDBInstance.create()).connect();
  await writer.run(`COPY (SELECT 1::BIGINT AS a) TO '${at("one.parquet")}'`);
  await writer.run(
    `COPY (SELECT range AS a FROM range(9999)) TO '${at("damaged.parquet")}' (COMPRESSION zstd)`,
  );
  writer.disconnectSync();
  await writeFile(at("garbage.parquet"), "this is not a parquet file, whatever its name says");
  const sound = await readFile(at("damaged.parquet"));
  await writeFile(at("x.csv"), sound);
  await writeFile(at("damaged.parquet"), Buffer.from(sound).fill(0xff, 40, 56));
  await writeFile(at("parquet.csv"), Buffer.from("a,b\n1,\xe9\n", "latin1"));
  await writeFile(at("log.csv"), "rank,item\n1,a\n");
  await writeFile(at("broken.jsonl"), '{"rank":1}\n{"rank"\n');
});

afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true });
});

const files = (format: "parquet" | "csv" | "jsonLines", ...names: string[]): SourceRef => ({
  kind: "files",
  format,
  paths: names.map(at),
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
    ["broken SQL", () => sql("SELECT 1 AS a FROM FROM b"), "syntax", /refused/],
    [
      "SQL that speaks of parquet",
      () => sql("SELECT parquet FROM FROM extension"),
      "syntax",
      /refused/,
    ],
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
    const error = await runRelation(engine, relation(), types).catch((caught: unknown) => caught);
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
    await expect(runRelation(small, grouped, types)).rejects.toMatchObject({ failure: "resource" });
    await small.close();
  });
});
