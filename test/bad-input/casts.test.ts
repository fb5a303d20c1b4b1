import { mkdir, writeFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { modules } from "../../src/cli/modules.js";
import type { Result } from "../../src/index.js";
import { inTurn } from "../fixture/property.js";
import { runCommand } from "../fixture/run-command.js";
import { answerTo, refusalOf, studyOf } from "./ask.js";
import { goodQuery, goodRows, useBench } from "./bad-log.js";

const bench = useBench();
const good = { sql: goodQuery() };
let plain: Promise<Result> | undefined;
/** The answer to the good log, computed once. */
function plainAnswer(): Promise<Result> {
  plain ??= answerTo(studyOf(good), bench.engine());
  return plain;
}
const refuse = (source: unknown, changes = {}) =>
  refusalOf(studyOf(source, changes), bench.engine());

/** The source that a message says to write. */
function saidIn(message: string): unknown {
  const [, said = ""] = /log\.source: (\{ sql: ".*" \})[.]/.exec(message) ?? [];
  return JSON.parse(said.replace("{ sql:", '{ "sql":'));
}

it.each(
  inTurn([
    ["ranks as text", { place: "CAST(i % 3 + 1 AS VARCHAR)" }],
    ["target ranks as text", { place2: "CAST([2, 1, 3][i % 3 + 1] AS VARCHAR) || ' '" }],
    ["true and false as text", { liked: "CASE WHEN i * 7 % 5 = 0 THEN 'true' ELSE 'False' END" }],
    ["yes and no", { liked: "CASE WHEN i * 7 % 5 = 0 THEN 'Y' ELSE 'no' END" }],
    ["decimal commas", { liked: "CASE WHEN i * 7 % 5 = 0 THEN '1,00' ELSE '0,00' END" }],
    ["dollars", { liked: "CASE WHEN i * 7 % 5 = 0 THEN '$1.00' ELSE '$0' END" }],
    ["doubles as text", { liked: "CASE WHEN i * 7 % 5 = 0 THEN '1.0' ELSE '0.0' END" }],
    ["ids as doubles", { session: "CAST(i // 3 AS DOUBLE)" }],
    [
      "all of these at once",
      {
        place: "CAST(i % 3 + 1 AS VARCHAR)",
        liked: "CASE WHEN i * 7 % 5 = 0 THEN 'true' ELSE 'false' END",
        session: "CAST(i // 3 AS DOUBLE)",
      },
    ],
  ]),
)("%s are read by the query that the error writes", async (_, columns) => {
  const path = await bench.parquet("casts.parquet", goodQuery(columns));
  const error = await refuse(path);
  expect(error).toMatchObject({ kind: "study", code: "columnType" });
  expect(error.problems).toHaveLength(Object.keys(columns).length);
  const { estimates, differences } = await answerTo(
    studyOf(saidIn(error.problems[0]?.message ?? "")),
    bench.engine(),
  );
  expect({ estimates, differences }).toEqual({
    estimates: (await plainAnswer()).estimates,
    differences: (await plainAnswer()).differences,
  });
});

it("a comma before three digits is asked", async () => {
  const path = await bench.parquet("comma.parquet", goodQuery({ liked: "i || ',000'" }));
  const { message } = await refuse(path);
  expect(message).toContain("if it is a decimal comma, replace it by a point");
});

it("text of which one value is no number gets no cast", async () => {
  const liked = "CASE WHEN i = 7 THEN 'many' ELSE '1' END";
  const path = await bench.parquet("many.parquet", goodQuery({ liked }));
  expect((await refuse(path)).message).toMatch(/holds text, for example "many"\. Cast it/);
});

it("a field of records is read by the query that the error writes", async () => {
  const ctx = "{ 'day': CASE WHEN i < 18 THEN '2026-11-01' ELSE '2026-11-02' END }";
  const path = await bench.parquet("nested.parquet", goodQuery({ ctx }));
  const log = { day: "ctx.day" };
  const { message } = await refuse(path, { log });
  expect(message).toContain('"ctx.day" may be a field');
  const { estimates } = await answerTo(studyOf(saidIn(message), { log }), bench.engine());
  expect(estimates.some(({ day }) => day === "2026-11-02")).toBe(true);
});

const study = (source: string, trajectory = "session") =>
  `log:
  source: ${source}
  trajectory: ${trajectory}
  item: item
  rank: place
  rewards: [liked]
  exposure: { curve: { model: log2 } }
policies:
  one: { score: score, candidates: { source: scores.csv } }
  two: { score: other, candidates: { source: scores.csv } }
`;

/** What evaluate says of a study in the bench's folder. */
async function said(text: string): Promise<{ code: number; stderr: string }> {
  await writeFile(bench.at("study.yaml"), text);
  return runCommand(["evaluate", "study.yaml"], { cwd: bench.at("."), modules });
}

it("a misspelt key of the log is named once, as that, with its line, next to tables of candidates", async () => {
  await bench.csv("log.csv", goodRows());
  const scores = goodRows().map(({ session, item }, i) => ({ session, item, score: i, other: -i }));
  await bench.csv("scores.csv", scores);
  const { code, stderr } = await said(study("log.csv", "sesion"));
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^error: study\.yaml:3: log\.trajectory names column "sesion".*"session"\?\n$/,
  );
});

it("columns that nobody has are not listed", async () => {
  await bench.csv("log.csv", goodRows());
  const scores = goodRows().map(({ session, item }, i) => ({ session, item, score: i, other: -i }));
  await bench.csv("scores.csv", scores);
  const { stderr } = await said(study("log.csv").replace("place", "zzzzzzzzz"));
  expect(stderr).toContain("study.yaml:5: log.rank names column");
  expect(stderr).not.toMatch(/rank by|of the candidates/);
});

it("a folder gets the pattern of its files", async () => {
  await mkdir(bench.at("logs"));
  await bench.csv("logs/a.csv", goodRows());
  const wanted = expect.stringMatching(/logs" is a folder\. Write .*logs\/\*\.csv\./);
  expect(await said(study("logs"))).toMatchObject({ code: 1, stderr: wanted });
  for (const command of [["init", "-o", "new.yaml"], ["check"]])
    expect(await runCommand([...command, "logs"], { cwd: bench.at("."), modules })).toMatchObject({
      code: 1,
      stderr: wanted,
    });
});

it.each([0, 1])("an array of JSON, indented by %d, is told how to be read", async (indent) => {
  const path = await bench.text("rows.json", JSON.stringify(goodRows(), null, indent));
  const { message } = await refuse(path);
  const [, sql = ""] = /sql: "(.*)" \}\.$/.exec(message) ?? [];
  const { log } = await answerTo(studyOf({ sql }), bench.engine());
  expect(log.trajectories).toBe(12);
});
