import { inspect } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type LogFolder, openLogFolder } from "../../../test/fixture/duckdb-log.js";
import { logColumns, randomLog } from "../../../test/fixture/random-log.js";
import { smallStudy } from "../../../test/fixture/small-study.js";
import { conclude } from "../../evaluate/conclude/conclude.js";
import { evaluate } from "../../evaluate/evaluate.js";
import { takeTally } from "../../evaluate/take-tally.js";
import { formatHtml, formatJson, resultDocument } from "../../report/index.js";
import { readStudy } from "../../study/read-study.js";
import { sql } from "./sources.js";

let folder: LogFolder;
beforeAll(async () => {
  folder = await openLogFolder();
});
afterAll(() => folder.remove());

it("keeps the user's text as it is", () => {
  const text = "select *\nfrom log -- all";
  expect(sql.read(text)).toEqual({ sql: text });
  expect(sql.ref({ sql: text })).toEqual({ kind: "sql", sql: text });
});

it("with a secret in it gives results, pages and tallies without it", async () => {
  const log = randomLog("secrets", { trajectories: 40, days: 2, feeds: 1 });
  const file = await folder.write(log, logColumns);
  const query = `select * from read_parquet('${file}') where 'password=hunter2' <> '' -- s3://me:hunter2@b`;
  const study = smallStudy({ log: { user: "user", day: "day", source: { sql: query } } });
  const tally = await takeTally(readStudy(study));
  const document = resultDocument(await conclude(tally));
  const texts = [formatJson(document), formatHtml(document), JSON.stringify(tally.about)];
  for (const text of texts) expect(text).not.toContain("hunter2");
  expect(texts[0]).toContain("password=…");
});

it("with a secret in it gives errors without it", async () => {
  const study = (source: unknown): object => smallStudy({ log: { source } });
  for (const source of [
    { sql: "select * from read_parquet('s3://me:hunter2@b/a.parquet')" },
    { sql: "select * from s3('https://b/a.parquet', 'KEY', 'hunter2')" },
    { sql: "select * from read_csv('https://b/a?sig=hunter2') where" },
    { sql: "select * from s3('a', 'hunter2'", other: 1 },
    "https://me:hunter2@b/a.txt?X-Amz-Signature=hunter2",
    ["https://me:hunter2@b/a.parquet"],
  ]) {
    const asked = async () => evaluate(readStudy(study(source)));
    const error: unknown = await asked().catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(Error);
    expect(inspect(error, { depth: 9 })).not.toContain("hunter2");
  }
});
