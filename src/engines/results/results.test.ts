import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { answer, names, saved, source, total } from "../../../test/fixture/saved-results.js";
import { duckdbDialect } from "../../sql/dialects/duckdb.js";
import { redshiftDialect } from "../../sql/dialects/redshift.js";
import { createResultsEngine } from "./engine.js";
import { statementOf, typesStatement } from "./statement.js";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hindcast-sums-"));
});
afterAll(() => rm(folder, { recursive: true }));

const print = (plan: typeof names): string => statementOf(plan).print(duckdbDialect);

it.each(["csv", "parquet"])("tells texts from NULL whatever they are, by %s", async (ending) => {
  const values = `['', 'NULL', '\\N', ':', NULL, 'a,"b"', 'NULL']::VARCHAR[]`;
  const { rows, columns } = await answer(names, [
    await saved(print(names), values, join(folder, `names.${ending}`)),
  ]);
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
  const file = await saved(print(names), "[]::VARCHAR[]", join(folder, `none.${ending}`));
  expect((await answer(names, [file])).rows).toBe(0);
});

it.each([names, total])("refuses a result of which only the header was saved", async (plan) => {
  const file = await saved(print(plan), "['a']", join(folder, "header.csv"));
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

it("says of a log that was empty when its types were read that it is", async () => {
  const file = join(folder, "empty.csv");
  const { marker: types } = typesStatement(source, ["x"]);
  await writeFile(file, csv(types, "x", 0, ""));
  const engine = await createResultsEngine({ files: [file] });
  await expect(engine.describe(source, { columns: ["x"] })).rejects.toMatchObject({
    kind: "log",
    code: "emptyLog",
  });
  await engine.close();
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
