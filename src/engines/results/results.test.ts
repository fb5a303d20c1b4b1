import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { duckdbDialect } from "../../sql/dialects/duckdb.js";
import { redshiftDialect } from "../../sql/dialects/redshift.js";
import type { Plan } from "../../sql/engine.js";
import { apply, bigint, count, text } from "../../sql/expression.js";
import { from, group, type SourceRef, select } from "../../sql/relation.js";
import { collect } from "../../sql/run/collect.js";
import type { Table } from "../../sql/run/table.js";
import { createResultsEngine } from "./engine.js";
import { packed } from "./pack.js";
import { type Statement, statementOf, typesStatement } from "./statement.js";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hindcast-sums-"));
});
afterAll(() => rm(folder, { recursive: true }));

const source: SourceRef = { kind: "table", name: ["log"] };
const names: Plan = {
  purpose: "names",
  relation: group(from(source), ["name"], [["many", count()]]),
  columns: [
    { name: "name", type: "text" },
    { name: "many", type: "bigint" },
  ],
};
const total: Plan = {
  purpose: "total",
  relation: group(from(source), [], [["many", count()]]),
  columns: [{ name: "many", type: "bigint" }],
};

/** The result of a statement over a table of names, as a warehouse saves it. */
async function saved({ print, marker }: Statement, values: string, ending = "csv") {
  const warehouse = await (await DuckDBInstance.create(":memory:")).connect();
  const file = join(folder, `${marker}.${ending}`);
  await warehouse.run(`CREATE TABLE log AS SELECT UNNEST(${values}) AS name`);
  const how = ending === "csv" ? "HEADER" : "FORMAT parquet";
  await warehouse.run(`COPY (${print(duckdbDialect)}) TO '${file}' (${how})`);
  warehouse.closeSync();
  return file;
}

async function answer(plan: Plan, files: readonly string[]): Promise<Table> {
  const engine = await createResultsEngine({ files });
  try {
    return await collect(engine, plan);
  } finally {
    await engine.close();
  }
}

it.each(["csv", "parquet"])("tells texts from NULL whatever they are, by %s", async (ending) => {
  const values = `['', 'NULL', '\\N', ':', NULL, 'a,"b"', 'NULL']::VARCHAR[]`;
  const { rows, columns } = await answer(names, [await saved(statementOf(names), values, ending)]);
  const many = columns.get("many");
  expect(rows).toBe(6);
  expect(new Map(Array.from(columns.get("name") ?? [], (name, i) => [name, many?.[i]]))).toEqual(
    new Map<unknown, bigint>([
      ["", 1n],
      ["NULL", 2n],
      ["\\N", 1n],
      [":", 1n],
      [null, 1n],
      ['a,"b"', 1n],
    ]),
  );
});

it.each(["csv", "parquet"])("knows that there are no rows, by %s", async (ending) => {
  const file = await saved(statementOf(names), "[]::VARCHAR[]", ending);
  expect((await answer(names, [file])).rows).toBe(0);
});

it.each([names, total])("refuses a result of which only the header was saved", async (plan) => {
  const file = await saved(statementOf(plan), "['a']");
  const [header] = (await readFile(file, "utf8")).split("\n");
  await writeFile(file, `${header}\n`);
  await expect(answer(plan, [file])).rejects.toMatchObject({
    failure: "data",
    code: "resultIncomplete",
    message: expect.stringContaining("there is only a header"),
  });
});

const { marker } = statementOf(names);

/** A result as it is saved: the number of rows before and behind every row. */
const csv = (of: string, columns: string, rows: number, ...lines: readonly string[]): string =>
  [`${of},${columns},${of}_end`, ...lines.map((line) => `${rows},${line},${rows}`), ""].join("\n");

it.each([
  [total, csv(statementOf(total).marker, "many", 0, ""), "Expected one row"],
  [total, csv(statementOf(total).marker, "many", 2, "1", "1"), "Expected one row"],
  [names, csv(marker, "name,many", 0, ",", ","), "given twice"],
  [names, csv(marker, "name,many", 1, "a,3"), 'to begin with ":"'],
  [names, csv(marker, "name,many", 12, ":a,3").replace(/12\n$/, "1\n"), "cut short"],
  [names, csv(marker, "name,many", 1, ":a,3").replace(/,1\n$/, ",\n"), "cut short"],
])("refuses a result that its statement cannot give: %#", async (plan, text, said) => {
  const file = join(folder, "odd.csv");
  await writeFile(file, text);
  await expect(answer(plan, [file])).rejects.toThrow(said);
});

it("takes parts with columns in another order, by a pattern, and refuses other columns", async () => {
  const parts = ["a", "b"].map((part) => join(folder, `part-${part}.csv`));
  const [a = "", b = ""] = parts;
  await writeFile(a, csv(marker, "name,many", 2, ":x,3"));
  await writeFile(b, csv(marker, "many,name", 2, "4,:y"));
  const { columns } = await answer(names, [join(folder, "part-*.csv")]);
  expect(columns.get("name")?.toSorted()).toEqual(["x", "y"]);
  await writeFile(b, csv(marker, "many,nick", 2, "4,:y"));
  await expect(createResultsEngine({ files: parts })).rejects.toMatchObject({
    code: "resultsDiffer",
    message: expect.stringMatching(/part-a\.csv and .*part-b\.csv .* has name, nick\./),
  });
  const none = join(folder, "none-*.csv");
  await expect(createResultsEngine({ files: [none] })).rejects.toMatchObject({ code: "noResults" });
});

describe("statements that are printed as one", () => {
  const other: Plan = {
    ...total,
    purpose: "other",
    relation: group(from(source), [], [["many", count()]], apply(">", count(), bigint(100n))),
  };
  const all = [names, total, other].map((plan) => statementOf(plan));
  const [pack] = packed(all, duckdbDialect);

  /** The result of all, of which a test changes the lines. */
  async function packSaved(
    name: string,
    change: (lines: readonly string[]) => readonly string[] = (lines) => lines,
    statement = pack,
  ): Promise<string> {
    const warehouse = await (await DuckDBInstance.create(":memory:")).connect();
    const file = join(folder, `${name}.csv`);
    await warehouse.run(
      "CREATE TABLE log AS SELECT UNNEST(['', 'b', NULL, 'b']::VARCHAR[]) AS name",
    );
    await warehouse.run(`COPY (${statement?.sql}) TO '${file}' (HEADER)`);
    warehouse.closeSync();
    const lines = (await readFile(file, "utf8")).trimEnd().split("\n");
    await writeFile(file, `${change(lines).join("\n")}\n`);
    return file;
  }
  const isOpening = (line: string): boolean => / of 3/.test(line);

  it("give the rows of each, none of one that finds nothing", async () => {
    expect(packed(all, duckdbDialect)).toHaveLength(1);
    const file = await packSaved("pack");
    const { columns } = await answer(names, [file]);
    const many = columns.get("many") ?? [];
    expect(new Map(Array.from(columns.get("name") ?? [], (name, i) => [name, many[i]]))).toEqual(
      new Map<unknown, bigint>([
        ["", 1n],
        ["b", 2n],
        [null, 1n],
      ]),
    );
    expect((await answer(total, [file])).columns.get("many")).toEqual([4n]);
    expect((await answer(other, [file])).rows).toBe(0);
  });

  it.each<[string, (lines: readonly string[]) => readonly string[], RegExp]>([
    [
      "a row",
      (lines) => lines.filter((line, i) => i === 0 || isOpening(line) || !line.includes(":b")),
      /Expected 3 rows for "names" in .*, but there are 2\. The result was cut off/,
    ],
    [
      "the opening of a statement",
      (lines) => lines.filter((line) => !line.includes(all[1]?.marker ?? "")),
      /results of all 3? ?statements/,
    ],
    ["everything", ([header = ""]) => [header], /results of all statements/],
    [
      "the end of a row",
      (lines) => lines.map((line) => (line.includes(":b") ? line.slice(0, -1) : line)),
      /cut short/,
    ],
  ])("are refused without %s", async (what, change, said) => {
    const file = await packSaved("changed", change);
    await expect(answer(names, [file]), what).rejects.toThrow(said);
  });

  it("are refused where their file ends within a text", async () => {
    const file = await packSaved("within");
    const text = await readFile(file, "utf8");
    await writeFile(file, `${text.slice(0, text.lastIndexOf("\n", text.length - 2))}\n2,,"hindc`);
    await expect(answer(names, [file])).rejects.toMatchObject({
      code: "resultIncomplete",
      message: expect.stringContaining("Save the whole result again"),
    });
  });

  it("are refused where one is given twice", async () => {
    const file = await packSaved("twice");
    await expect(answer(total, [file, file])).rejects.toThrow(/given twice/);
  });

  it("may be parts of the packs of several studies, as long as they agree", async () => {
    const [fewer] = packed(all.slice(0, 2), duckdbDialect);
    const file = await packSaved("first");
    const second = await packSaved("second", undefined, fewer);
    expect((await answer(names, [file, second])).rows).toBe(3);
    const alone = await saved(statementOf(names), "['z']");
    expect((await answer(names, [second, alone])).rows).toBe(1);
    const less = await packSaved("less", undefined, {
      ...pack,
      sql: String(fewer?.sql).replaceAll(/FROM "log"/g, "FROM (SELECT 1 AS name)"),
    } as typeof pack);
    await expect(answer(names, [file, less])).rejects.toMatchObject({ code: "resultsDiffer" });
  });

  it("keep to what warehouses take, and each stays readable alone", () => {
    const many = Array.from({ length: 25 }, (_, i) =>
      statementOf({ ...total, relation: group(from(source), [`k${i}`], [["many", count()]]) }),
    );
    expect(packed(many, duckdbDialect).map(({ gives }) => gives.slice(0, 15))).toEqual([
      "the rows of 10 ",
      "the rows of 10 ",
      "the rows of 5 s",
    ]);
    const long = text("x".repeat(150_000));
    const wide = ["a", "b"].map((name) =>
      statementOf({
        purpose: name,
        relation: select(from(source), [[name, long]]),
        columns: [{ name, type: "text" }],
      }),
    );
    expect(packed(wide, duckdbDialect).map(({ marker }) => marker)).toEqual(
      wide.map((each) => each.marker),
    );
    expect(packed([], duckdbDialect)).toEqual([]);
    const odd = Array.from({ length: 12 }, (_, at) => {
      const columns = Array.from({ length: 60 }, (__, i) => ({
        name: `ö${at}_${i}`,
        type: "text",
      }));
      const named = columns.map(({ name }) => [name, text("ö".repeat(150))] as const);
      return statementOf({
        purpose: "odd",
        relation: select(from(source), named),
        columns,
      } as Plan);
    });
    const sizes = packed(odd, duckdbDialect).map(({ sql }) => Buffer.byteLength(sql));
    expect(sizes.length).toBeLessThan(odd.length);
    expect(Math.max(...sizes)).toBeLessThan(262_144);
  });
});

it("asks Redshift's catalogue for types, which no function of Redshift's tells", () => {
  const { marker, print } = typesStatement({ kind: "table", name: ["feed", "o'log"] }, ["rank"]);
  const sql = print(redshiftDialect);
  expect(sql).toContain(
    `SELECT MAX(CASE WHEN column_name = 'rank' THEN data_type END) AS "rank" FROM SVV_ALL_COLUMNS WHERE table_name = 'o''log' AND schema_name = 'feed' AND database_name = CURRENT_DATABASE()`,
  );
  expect(sql).toContain(`AS "${marker}"`);
  const query = { kind: "sql", sql: "SELECT 1 AS rank" } as const;
  expect(() => typesStatement(query, ["rank"]).print(redshiftDialect)).toThrow(
    /Make a view of the query and name it/,
  );
});

it("asks for types again where other columns are read", () => {
  const markers = [["a"], ["a", "b"], ["b", "a"]].map((all) => typesStatement(source, all).marker);
  expect(markers[1]).not.toBe(markers[0]);
  expect(markers[2]).toBe(markers[1]);
});

it.each([
  ["VARCHAR", "text"],
  ["VARCHAR[]", "other"],
  ["integer[]", "other"],
  ["array<string>", "other"],
  ["Array(String)", "other"],
  ["map(varchar, bigint)", "other"],
  ["row(x bigint)", "other"],
  ["Nullable(String)", "text"],
  ["double precision", "double"],
  ["FLOAT64", "double"],
  ["INT64", "bigint"],
  ["BIGNUMERIC", "decimal"],
  ["DATETIME", "timestamp"],
  ["NUMBER(38,0)", "bigint"],
  ["NUMBER(12,2)", "decimal"],
  ["TIMESTAMP_NTZ(9)", "timestamp"],
  ["character varying(64)", "text"],
  ["STRUCT<a INT64>", "other"],
])("takes a column of type %s as %s", async (typeName, type) => {
  const file = join(folder, "types.csv");
  const { marker: types } = typesStatement(source, ["x"]);
  await writeFile(file, csv(types, "x", 1, `":${typeName}"`));
  const engine = await createResultsEngine({ files: [file] });
  expect(await engine.describe(source, { columns: ["x"] })).toEqual([{ name: "x", type }]);
  expect((await engine.info()).maxColumns).toBe(120);
  await engine.close();
});
