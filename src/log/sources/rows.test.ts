import { afterAll, beforeAll, expect, it } from "vitest";
import { type LogFolder, openLogFolder } from "../../../test/fixture/duckdb-log.js";
import { logColumns, randomLog } from "../../../test/fixture/random-log.js";
import { smallStudy } from "../../../test/fixture/small-study.js";
import { createDuckdbEngine } from "../../engines/duckdb/index.js";
import { StudyError, UnsupportedError } from "../../errors.js";
import { conclude } from "../../evaluate/conclude/conclude.js";
import type { Result } from "../../evaluate/conclude/result.js";
import { evaluate } from "../../evaluate/evaluate.js";
import { takeTally } from "../../evaluate/take-tally.js";
import { dialects } from "../../sql/dialects/index.js";
import type { Engine } from "../../sql/engine.js";
import { createInterpreter } from "../../sql/interpreter/interpreter.js";
import { readStudy } from "../../study/read-study.js";
import { rows } from "./sources.js";

let folder: LogFolder;
let duckdb: Engine;
beforeAll(async () => {
  folder = await openLogFolder();
  duckdb = await createDuckdbEngine({ threads: 2 });
});
afterAll(async () => {
  await duckdb.close();
  await folder.remove();
});

const log = randomLog("rows in memory", { trajectories: 60, days: 2, feeds: 2 });
const names = logColumns.map(({ name }) => name);
const columns = Object.fromEntries(
  names.map((name) => [name, log.map((row) => row[name] ?? null)] as const),
);
const roles = { user: "user", day: "day", feed: "feed" };
const studyOf = (source: unknown): object => smallStudy({ log: { ...roles, source } });
const numbers = ({ estimates, differences, verdicts }: Result): string =>
  JSON.stringify({ estimates, differences, verdicts });

it("gives the numbers of the same rows in a Parquet file, to the last bit", async () => {
  const file = await folder.write(log, logColumns);
  const wanted = numbers(await evaluate(readStudy(studyOf(file)), { engine: duckdb }));
  expect(wanted).toContain('"value"');
  for (const source of [{ rows: log }, { rows: columns }]) {
    for (const engine of [duckdb, createInterpreter({})]) {
      expect(numbers(await evaluate(readStudy(studyOf(source)), { engine }))).toBe(wanted);
    }
  }
});

it("is named in a result by its number of rows, which cannot be evaluated again", async () => {
  const study = readStudy(studyOf({ rows: log }));
  const tally = await takeTally(study, { engine: duckdb });
  const result = await conclude(tally);
  const source = { rows: `${log.length} rows in memory` };
  expect(result.study).toMatchObject({ log: { source } });
  const again = evaluate(readStudy(studyOf(source)), { engine: duckdb });
  await expect(again).rejects.toBeInstanceOf(StudyError);
  await expect(again).rejects.toThrow(/Give the rows themselves/);
});

it("takes typed arrays, and reads whole numbers as such", () => {
  const spec = rows.read({
    id: new BigInt64Array([1n, 2n]),
    rank: new Int32Array([1, 2]),
    share: new Float64Array([0.5, 2]),
    none: [null, undefined],
  });
  const ref = rows.ref(spec as never);
  const described = ref.kind === "rows" ? ref.table.columns() : [];
  expect(described.map(({ name, type }) => [name, type])).toEqual([
    ["id", "bigint"],
    ["rank", "bigint"],
    ["share", "double"],
    ["none", "other"],
  ]);
});

const bad: readonly (readonly [rows: unknown, words: string])[] = [
  [[], "at least one row or one column"],
  [[{ a: 1 }, 3], "objects, but row 1 is 3"],
  [{ a: [1], b: [1, 2] }, 'equal length, but "a" has 1 values and "b" 2'],
  [{ a: 5 }, 'an object of arrays, but column "a" is 5'],
  [{ a: [1, "x"] }, 'one type in each column, but column "a" holds number and string'],
  [[{ a: { b: 1 } }], 'row 0 of column "a" is {"b":1}'],
  [[{ day: new Date(0) }], "write dates as ISO text such as 2026-11-30"],
  [{ a: [2n ** 63n] }, "write it as text"],
  [[{ a: { b: 1n } }], 'row 0 of column "a" is {"b":"1n"}'],
];

it.each(bad.map(([value, words]) => [words, value] as const))("refuses: %s", (words, value) => {
  expect(() => readStudy(studyOf({ rows: value }))).toThrow(words);
});

it("is refused by engines that cannot reach this process, with what to do instead", async () => {
  const ref = rows.ref(rows.read(log) as never);
  for (const dialect of dialects.filter(({ name }) => name !== "duckdb")) {
    expect(() => dialect.source(ref)).toThrow(UnsupportedError);
    expect(() => dialect.source(ref)).toThrow(
      /does not read rows in memory.* Write them to a table/,
    );
  }
});
