import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createDuckdbEngine } from "../src/engines/duckdb/index.js";
import { createResultsEngine } from "../src/engines/results/index.js";
import type { Result } from "../src/evaluate/conclude/result.js";
import { evaluate } from "../src/evaluate/evaluate.js";
import { printStatements } from "../src/evaluate/print-statements.js";
import { readStudy } from "../src/study/read-study.js";
import { type LogFolder, openLogFolder } from "./fixture/duckdb-log.js";
import { isThorough } from "./fixture/property.js";
import { logColumns, randomLog } from "./fixture/random-log.js";
import { smallStudy } from "./fixture/small-study.js";

let folder: LogFolder;
let study: unknown;
/** Somebody's warehouse: it runs what is printed. */
let warehouse: Awaited<ReturnType<DuckDBInstance["connect"]>>;

/** As many rows as make it worth to hold some. */
const fewestRows = 2 ** 20;

beforeAll(async () => {
  warehouse = await (await DuckDBInstance.create(":memory:")).connect();
  folder = await openLogFolder();
  const rows = randomLog("held", { trajectories: 60, days: 2 });
  const few = await folder.write(rows, logColumns);
  const source = folder.path("many.parquet");
  const copies = Math.ceil(fewestRows / rows.length);
  await warehouse.run(
    `COPY (SELECT * REPLACE (session + 1000 * i AS session, "user" + 1000 * (i % 40) AS "user")
     FROM '${few}' CROSS JOIN range(${copies}) AS r(i)) TO '${source}'`,
  );
  study = smallStudy({ log: { source }, policies: { a: { rank: "rank_a" } }, estimators: ["dcg"] });
});
afterAll(async () => {
  warehouse.closeSync();
  await folder.remove();
});

const numbers = ({ estimates, differences, verdicts }: Result): string =>
  JSON.stringify({ estimates, differences, verdicts });
const tables = async (): Promise<readonly unknown[]> =>
  (await warehouse.runAndReadAll("SELECT table_name FROM duckdb_tables()")).getRows().flat();

/** The results of all rounds, and the texts of what was run. */
async function played(hold?: string) {
  const options = { dialect: "duckdb", ...(hold !== undefined && { hold }) };
  const files: string[] = [];
  const texts: string[] = [];
  const made: number[] = [];
  const run = async (sql: string): Promise<void> => {
    texts.push(sql);
    await warehouse.run(sql);
  };
  for (let round = 1; round <= 12; round++) {
    const { statements, held } = await printStatements(readStudy(study), { ...options, files });
    if (statements.length === 0) break;
    for (const sql of held.create) await run(sql);
    made.push((await tables()).length);
    for (const { sql, marker } of statements) {
      const file = folder.path(`${hold ?? "none"}-${marker}.parquet`);
      texts.push(sql);
      await warehouse.run(`COPY (${sql}) TO '${file}' (FORMAT parquet)`);
      files.push(file);
    }
    for (const sql of held.drop) await run(sql);
  }
  return { files, texts, made };
}

const scansIn = (texts: readonly string[]): number =>
  texts.flatMap((text) => text.split("many.parquet").slice(1)).length;

it.runIf(isThorough)(
  "statements over tables of rows have the same numbers, bit by bit, and read the log less often",
  async () => {
    const engine = await createDuckdbEngine({ threads: 2 });
    const expected = numbers(await evaluate(readStudy(study), { engine }));
    await engine.close();
    const plain = await played();
    const held = await played("main.hc");
    for (const { files } of [plain, held]) {
      const results = await createResultsEngine({ files });
      expect(numbers(await evaluate(readStudy(study), { engine: results }))).toBe(expected);
      expect(results.missing()).toEqual([]);
      expect(results.unasked()).toEqual([]);
      await results.close();
    }
    expect(Math.max(...plain.made)).toBe(0);
    expect(Math.max(...held.made)).toBeGreaterThan(0);
    expect(await tables()).toEqual([]);
    expect(scansIn(held.texts)).toBeLessThan(scansIn(plain.texts) / 1.5);
    const without = (file: string): readonly string[] => held.files.filter((each) => each !== file);
    const asked = async (files: readonly string[]): Promise<string> =>
      printStatements(readStudy(study), { dialect: "duckdb", files }).then(
        ({ statements }) => `${statements.length} statements`,
        String,
      );
    expect(await asked(held.files)).toBe("0 statements");
    const answers = await Promise.all(held.files.slice(-3).map((file) => asked(without(file))));
    expect(answers.join("\n")).toMatch(/Give --hold again/);
  },
);

it.each([
  ["a;b.c", /schema\.prefix or catalog/],
  ["hc", /but got "hc"/],
  [`scratch.${"a".repeat(50)}`, /at most 49/],
])("the name %s of tables is refused", async (hold, said) => {
  const asked = printStatements(readStudy(study), { dialect: "duckdb", hold });
  await expect(asked).rejects.toThrow(said);
});
