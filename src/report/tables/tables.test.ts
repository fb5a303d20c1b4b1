import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fixtureResult } from "../../../test/fixture/fixture-result.js";
import type { Result } from "../../evaluate/conclude/result.js";
import { resultDocument } from "../documents/result.js";
import { tableDocument } from "../documents/table.js";
import { formatCsv } from "../formats/csv/csv.js";
import { formatMarkdown } from "../formats/markdown/markdown.js";
import { encodeParquet } from "../formats/parquet/parquet.js";
import { hostileText } from "../laws.js";
import { resultTables } from "./index.js";
import type { Table } from "./table.js";

let folder = "";
let instance: DuckDBInstance;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hindcast-tables-"));
  instance = await DuckDBInstance.create();
});
afterAll(async () => {
  instance.closeSync();
  await rm(folder, { recursive: true });
});

const result = fixtureResult();
const tableOf = (name: string, of: Result = result): Table => {
  const table = resultDocument(of).tables?.[name]?.();
  if (table === undefined) throw new Error(`There is no table ${name}.`);
  return table;
};

async function query(sql: string): Promise<readonly Record<string, unknown>[]> {
  const connection = await instance.connect();
  try {
    return (await connection.runAndReadAll(sql)).getRowObjects();
  } finally {
    connection.closeSync();
  }
}

async function readBack(table: Table): Promise<readonly Record<string, unknown>[]> {
  const file = join(folder, `${table.name}.parquet`);
  await writeFile(file, await encodeParquet(table));
  return query(`from '${file}'`);
}

const names = resultTables.map(({ name }) => name);
const sqlTypes = { text: "VARCHAR", number: "DOUBLE", whole: "BIGINT" } as const;

const cellsOf = (table: Table): readonly Record<string, unknown>[] =>
  Array.from({ length: table.rows }, (_, at) =>
    Object.fromEntries(table.columns.map(({ name, cells }) => [name, cells[at] ?? null])),
  );

describe.each(names)("the table of %s", (name) => {
  it("has a row for each of the result, and columns of its own names", () => {
    const { rows, columns } = tableOf(name);
    expect(rows).toBe((result[name as keyof Result] as readonly unknown[]).length);
    expect(rows).toBeGreaterThan(0);
    expect(new Set(columns.map((column) => column.name)).size).toBe(columns.length);
  });

  it("is read by DuckDB as it was written: every number, and NULL for what is not there", async () => {
    const table = tableOf(name);
    const plain = (await readBack(table)).map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([key, cell]) => [
          key,
          typeof cell === "bigint" ? Number(cell) : cell,
        ]),
      ),
    );
    expect(plain).toEqual(cellsOf(table));
  });

  it("has typed columns, also without rows", async () => {
    const empty = tableOf(name, { ...result, [name]: [] });
    expect(empty.rows).toBe(0);
    expect(await readBack(empty)).toEqual([]);
    const file = join(folder, `${name}.parquet`);
    const described = await query(`describe from '${file}'`);
    expect(described.map((row) => [row.column_name, row.column_type])).toEqual(
      empty.columns.map((column) => [column.name, sqlTypes[column.type]]),
    );
    const header = empty.columns.map((column) => column.name).join(",");
    expect(formatCsv(tableDocument(empty, ""))).toBe(`${header}\r\n`);
  });

  it("keeps texts of users whole in CSV, and escapes them in Markdown", async () => {
    const rows = result[name as "verdicts"].map((row) => ({ ...row, policy: hostileText }));
    const table = tableOf(name, { ...result, [name]: rows });
    expect(formatCsv(tableDocument(table, ""))).toContain(`"${hostileText.replaceAll('"', '""')}"`);
    expect(formatMarkdown(tableDocument(table, ""))).not.toMatch(/<b>|(?<!\\)\|xq|(?<!\\)\*yq/);
    expect((await readBack(table))[0]?.policy).toBe(hostileText);
  });
});

describe.each(["verdicts", "estimates", "differences"])("a row of %s", (name) => {
  const numbers = tableOf(name)
    .columns.filter(({ type }) => type !== "text")
    .map((column) => column.name)
    .filter((column) => column !== "family");

  it("has a whole interval with its confidence, or no number and the reason", () => {
    for (const row of cellsOf(tableOf(name))) {
      if (typeof row.value === "number") {
        expect(row).toMatchObject({
          lower: expect.any(Number),
          upper: expect.any(Number),
          withheld: null,
        });
        expect(row.confidence).toBeGreaterThan(0.9);
        expect(row.confidence).toBeLessThan(1);
      } else {
        expect(row).toMatchObject({ code: expect.any(String), message: expect.any(String) });
        for (const column of numbers) if (column !== "truth") expect(row[column]).toBe(null);
      }
    }
  });

  it("whose number is withheld says by which code", () => {
    const withheld = cellsOf(tableOf(name)).filter((row) => row.withheld !== null);
    expect(withheld.length).toBeGreaterThan(0);
    const codes = result.verdicts.map(({ reason }) => reason.code);
    for (const row of withheld) {
      expect(codes).toContain(row.withheld);
      expect(row.value).toBe(null);
    }
  });
});

it("what is not a number is NULL", () => {
  const [row] = result.diagnostics;
  if (row === undefined) throw new Error("The fixture has no diagnosis.");
  const table = tableOf("diagnostics", {
    ...result,
    diagnostics: [{ ...row, statistic: Number.NaN, p: Number.POSITIVE_INFINITY }],
  });
  expect(cellsOf(table)).toMatchObject([{ statistic: null, p: null }]);
});
