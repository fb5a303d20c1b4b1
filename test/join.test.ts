import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDuckdbEngine } from "../src/engines/duckdb/index.js";
import type { Result } from "../src/evaluate/conclude/result.js";
import { evaluate } from "../src/evaluate/evaluate.js";
import { printStatements } from "../src/evaluate/print-statements.js";
import type { Engine } from "../src/sql/engine.js";
import { createInterpreter } from "../src/sql/interpreter/interpreter.js";
import type { Row } from "../src/sql/interpreter/value.js";
import { readStudy } from "../src/study/read-study.js";
import { readStudyFile } from "../src/study/read-study-file.js";
import { type LogFolder, openLogFolder } from "./fixture/duckdb-log.js";
import { isInTurn, repetitions } from "./fixture/property.js";
import { logColumns, randomLog } from "./fixture/random-log.js";
import { smallStudy } from "./fixture/small-study.js";

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

const whole = randomLog("joined", { trajectories: 50, days: 2 });
const pick = (row: Row, names: readonly string[]): Row =>
  Object.fromEntries(names.map((name) => [name, row[name] ?? null]));
const names = logColumns.map(({ name }) => name);
const bare = whole.map((row) =>
  pick(
    row,
    names.filter((name) => name !== "rank_a"),
  ),
);
/** The ranks of policy a in a table of their own, by session and position. */
const ranks = whole.map((row) => ({
  sid: row.session ?? null,
  position: row.position ?? null,
  rank_new: row.rank_a ?? null,
}));
const on = { trajectory: "sid", position: "position" };
const columns = { rank_a: "rank_new" };
const joined = (table: unknown, more: object = {}): object[] => [
  { rows: table, on, columns, ...more },
];
const studyOf = (source: unknown, log: object = {}): object =>
  smallStudy({ log: { source, day: "day", ...log } });
const numbers = ({ estimates, differences, verdicts }: Result): string =>
  JSON.stringify({ estimates, differences, verdicts });

/** A quick run tries one of three pairs of logs. */
const shares = repetitions(3, 1);

describe("a joined table", () => {
  it("gives the numbers of a log that holds its columns, on DuckDB and the interpreter", async () => {
    const file = await folder.write(whole, logColumns);
    const wanted = numbers(await evaluate(readStudy(studyOf(file)), { engine: duckdb }));
    const study = studyOf({ rows: bare }, { join: joined(ranks) });
    for (const engine of [duckdb, createInterpreter({})]) {
      const result = await evaluate(readStudy(study), { engine });
      expect(numbers(result)).toBe(wanted);
      expect(result.log.counts.unmatchedRows).toBe(0);
    }
  });

  it("is named where a role names none of the columns that it brings", async () => {
    const study = studyOf(
      { rows: bare },
      { join: joined(ranks, { columns: { rank_aa: "rank_new" } }) },
    );
    await expect(evaluate(readStudy(study), { engine: duckdb })).rejects.toThrow(
      /policies\.a\.rank names column "rank_a", .* and log\.join does not bring \(it brings "rank_aa"\); did you mean "rank_/,
    );
  });

  it.runIf(isInTurn(0, shares))(
    "leaves NULL where a row has no match, and says of how many",
    async () => {
      const fewer = ranks.filter((_, i) => i % 10 !== 0);
      const lost = new Set(
        ranks.flatMap(({ sid, position }, i) => (i % 10 === 0 ? [`${sid} ${position}`] : [])),
      );
      const nulled = whole.map((row) =>
        lost.has(`${row.session} ${row.position}`) ? { ...row, rank_a: null } : row,
      );
      const wanted = numbers(
        await evaluate(readStudy(studyOf({ rows: nulled })), { engine: duckdb }),
      );
      const study = studyOf({ rows: bare }, { join: joined(fewer) });
      const result = await evaluate(readStudy(study), { engine: duckdb });
      expect(numbers(result)).toBe(wanted);
      expect(result.log.counts.unmatchedRows).toBe(lost.size);
      expect(result.warnings).toContainEqual(
        expect.objectContaining({ code: "unmatchedRows", facts: { unmatchedRows: lost.size } }),
      );
    },
  );

  it.runIf(isInTurn(1, shares))("is read only where something names its columns", async () => {
    const nowhere = [{ table: "nowhere", on: ["trajectory"], columns: ["unused"] }];
    const study = studyOf({ rows: whole }, { join: nowhere });
    const plain = await evaluate(readStudy(studyOf({ rows: whole })), { engine: duckdb });
    expect(numbers(await evaluate(readStudy(study), { engine: duckdb }))).toBe(numbers(plain));
  });

  it("may be a file, relative to the study, and bring a reward", async () => {
    const place = await mkdtemp(join(tmpdir(), "hindcast-join-"));
    const csv = ["s,extra", ...new Set(whole.map(({ session }) => `${session},1`))].join("\n");
    await writeFile(join(place, "extra.csv"), csv);
    await writeFile(
      join(place, "study.json"),
      JSON.stringify({
        log: {
          source: { table: "log" },
          join: [{ files: "extra.csv", on: { session: "s" }, columns: ["extra"] }],
          trajectory: "session",
          rank: "position",
          rewards: ["extra"],
        },
      }),
    );
    const read = await readStudyFile(join(place, "study.json"));
    const source = readStudy(studyOf({ rows: bare })).log.source;
    const result = await evaluate({ ...read, log: { ...read.log, source } }, { engine: duckdb });
    const mean = result.estimates.find(({ estimator }) => estimator === "mean");
    expect(mean).toMatchObject({ value: whole.length / new Set(whole.map((r) => r.session)).size });
    await rm(place, { recursive: true });
  });

  it("is described by its own statement where others run the statements", async () => {
    const join = [{ table: "scores", on: { trajectory: "sid" }, columns }];
    const study = readStudy(studyOf({ table: "log" }, { join }));
    const { statements } = await printStatements(study, { dialect: "postgres" });
    const [types = ""] = statements.map(({ sql }) => sql);
    expect(types).toContain('"session"');
    expect(types).not.toContain('"rank_a"');
  });
});

it.runIf(isInTurn(2, shares))("compares whole numbers and text as text", async () => {
  const texts = ranks.map(({ sid, ...row }) => ({ ...row, sid: String(sid) }));
  const study = studyOf({ rows: bare }, { join: joined(texts) });
  const wanted = studyOf({ rows: bare }, { join: joined(ranks) });
  const [found, own] = [study, wanted].map((each) => evaluate(readStudy(each), { engine: duckdb }));
  expect(numbers((await found) as Result)).toBe(numbers((await own) as Result));
});

const text = ranks.map(({ sid, ...row }) => ({ ...row, sid: `s${sid}` }));

describe("a joined table is refused", () => {
  it.each([
    [
      "several rows of one key",
      joined([...ranks, ...ranks.slice(0, 3), ...ranks.slice(0, 1)]),
      "joinRepeatedKey",
      /3 keys stand in several rows of the table of \d+ rows in memory, for example sid .+, position .+ in 3 rows/,
    ],
    [
      "a key of another type",
      joined(ranks.map(({ sid, ...row }) => ({ ...row, sid: Number(sid) + 0.5 }))),
      "joinKeyType",
      /log\.join\[0\]\.on: .*"session" of .* is bigint and "sid" of .* is double\. Doubles cannot .* The log has for example 9, the table 9\.5\./,
    ],
    [
      "keys none of which is in the log",
      joined(text),
      "joinMatchesNothing",
      /log\.join\[0\]: None of the \d+ rows of the log .* the table 50 values of sid, and none .* example "0" in the log, and "s0" in the table: they differ by "s" in front/,
    ],
    [
      "a key that it does not have",
      joined(ranks, { on: { trajectory: "side" } }),
      "columnMissing",
      /log\.join\[0\]\.on names column "side".* Did you mean "sid"\?/,
    ],
    [
      "a key that the log does not have",
      joined(ranks, { on: { visit: "sid" } }),
      "columnMissing",
      /names column "visit", which the table of \d+ rows in memory does not have/,
    ],
    [
      "a column that it does not have",
      joined(ranks, { columns: { rank_a: "rank_nwe" } }),
      "columnMissing",
      /log\.join\[0\]\.columns names column "rank_nwe".* Did you mean "rank_new"\?/,
    ],
    [
      "a name that the log has",
      joined(ranks, { columns: { ...columns, RANK_B: "rank_new" } }),
      "joinClash",
      /brings "RANK_B", which .* has already\. Give it another name/,
    ],
    [
      "two joins of one name",
      [...joined(ranks), ...joined(ranks)],
      "joinClash",
      /log\.join\[1\]\.columns brings "rank_a", which log\.join\[0\] has already/,
    ],
    ["no columns", joined(ranks, { columns: undefined }), "missingKey", /log\.join\[0\]\.columns/],
    ["two sources", joined(ranks, { table: "scores" }), "invalidValue", /one source: files, table/],
    [
      "no list",
      { rows: ranks, on, columns },
      "invalidValue",
      /log\.join: expected a list of mappings/,
    ],
  ] as const)("for %s", async (_, join, code, message) => {
    const asked = async () =>
      evaluate(readStudy(studyOf({ rows: bare }, { join })), { engine: duckdb });
    const error = await asked().then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ code });
    expect(String(error)).toMatch(message);
  });
});
