import { readFile, writeFile } from "node:fs/promises";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDuckdbEngine } from "../src/engines/duckdb/index.js";
import { findResults } from "../src/engines/results/find-results.js";
import { createResultsEngine } from "../src/engines/results/index.js";
import { check } from "../src/evaluate/check.js";
import type { Result } from "../src/evaluate/conclude/result.js";
import { evaluate } from "../src/evaluate/evaluate.js";
import { fitLog } from "../src/evaluate/fit.js";
import { printStatements } from "../src/evaluate/print-statements.js";
import { readStudy } from "../src/study/read-study.js";
import { type LogFolder, openLogFolder } from "./fixture/duckdb-log.js";
import { inTurn, isThorough } from "./fixture/property.js";
import { logColumns, randomLog } from "./fixture/random-log.js";
import { smallStudy } from "./fixture/small-study.js";

let folder: LogFolder;
let source: string;
beforeAll(async () => {
  folder = await openLogFolder();
  const rows = randomLog("sums", { trajectories: 60, days: 2 });
  source = await folder.write(rows, logColumns);
});
afterAll(() => folder.remove());

const numbers = ({ estimates, differences, verdicts, curves }: Result): string =>
  JSON.stringify({ estimates, differences, verdicts, curves });

interface SavedResults {
  readonly files: readonly string[];
  /** The purposes of each round's statements. */
  readonly rounds: readonly (readonly string[])[];
}

const kept = new Map<string, Promise<SavedResults>>();

/** `played`, once for each study and format. */
function play(study: unknown, ending: "csv" | "parquet", ask = "evaluate"): Promise<SavedResults> {
  const key = JSON.stringify([study, ending, ask]);
  const known = kept.get(key) ?? played(study, ending, ask);
  kept.set(key, known);
  return known;
}

/**
 * Somebody's warehouse: runs what is printed and saves it, round by round, until nothing is missing. It is DuckDB as
 * it comes, with the optimizers that the engine leaves out.
 */
async function played(study: unknown, ending: string, ask: string): Promise<SavedResults> {
  const warehouse = await (await DuckDBInstance.create(":memory:")).connect();
  const files: string[] = [];
  const rounds: (readonly string[])[] = [];
  for (let round = 1; round <= 12; round++) {
    const found = await printStatements(readStudy(study), { dialect: "duckdb", files, ask });
    if (found.statements.length === 0) break;
    rounds.push(found.statements.map(({ purpose }) => purpose));
    for (const { sql, marker } of found.statements) {
      const file = folder.path(`${ask}-${marker}.${ending}`);
      await warehouse.run(
        `COPY (${sql}) TO '${file}' (${ending === "csv" ? "HEADER" : "FORMAT parquet"})`,
      );
      files.push(file);
    }
  }
  warehouse.closeSync();
  return { files, rounds };
}

/** The statements whose results files hold, those that were printed as one apart. */
async function statementsIn(files: readonly string[]): Promise<ReadonlySet<string>> {
  const reader = await createDuckdbEngine({ threads: 1 });
  try {
    return new Set((await findResults(reader, files)).keys());
  } finally {
    await reader.close();
  }
}

/** Of one policy, since statements grow with policies. */
const small = (log: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  smallStudy({ log, policies: { a: { rank: "rank_a" } }, estimators: ["mean", "dcg", "snips"] });

const byLogger = () => small({ source, feed: "feed", logger: "logger" });

const studies = {
  plain: () => smallStudy({ log: { source } }),
  strata: () =>
    small({ source, day: "day", feed: "feed", logger: "logger", listLength: "list_length" }),
  fitted: () => ({
    ...small({ source, feed: "feed", exposure: { curve: { fit: "geometric" } } }),
    pool: true,
  }),
  declared: () => small({ source, structure: "declared", user: null }),
};

/** Users of declared logs are counted once it is known how many rows there are; days as text have a form first. */
const mostRounds: Readonly<Record<string, number>> = { declared: 5, strata: 4 };

/** What is asked of users and days are results of their own. */
const mostFiles: Readonly<Record<string, number>> = { fitted: 9, strata: 8 };

/** A short run tries the plain study and one of the others, and either a check or a fit. */
const [plain, ...others] = Object.entries(studies);
const chosen = [...(plain === undefined ? [] : [plain]), ...inTurn(others, others.length)];
const asks = new Set(inTurn(["check", "fit"], 2));

describe("a study whose statements somebody else runs", () => {
  it.each(chosen)("%s: has the same numbers, bit by bit", async (name, study) => {
    const quick = name === "strata" ? (["csv"] as const) : (["parquet"] as const);
    const endings = isThorough ? (["csv", "parquet"] as const) : quick;
    for (const ending of endings) {
      const { files, rounds } = await play(study(), ending);
      expect(rounds[0]).toEqual([expect.stringMatching(/^types of columns/)]);
      expect(rounds.length).toBeLessThanOrEqual(mostRounds[name] ?? 3);
      expect(files.length).toBeLessThanOrEqual(mostFiles[name] ?? 6);
      const engine = await createResultsEngine({ files });
      const result = await evaluate(readStudy(study()), { engine });
      expect(engine.missing()).toEqual([]);
      expect(engine.unasked()).toEqual([]);
      expect(numbers(result)).toBe(numbers(await evaluate(readStudy(study()))));
      await engine.close();
    }
  });

  it.each([
    ["no feed, 37 users", null, 37],
    ...(isThorough ? ([["one feed, 300 users", "feed", 300]] as const) : []),
  ] as const)("takes three rounds: %s", async (name, feed, users) => {
    const rows = randomLog(name, { trajectories: 150, days: 1, users });
    const path = await folder.write(rows, logColumns);
    const study = small({ source: path, feed });
    const { files, rounds } = await play(study, "parquet");
    expect(rounds.map(({ length }) => length)).toHaveLength(3);
    const engine = await createResultsEngine({ files });
    expect(numbers(await evaluate(readStudy(study), { engine }))).toBe(
      numbers(await evaluate(readStudy(study))),
    );
    expect([engine.missing(), engine.unasked()]).toEqual([[], []]);
    await engine.close();
  });

  it.runIf(asks.has("check"))("can be a check, most of whose statements find nothing", async () => {
    const { files, rounds } = await play(studies.strata(), "csv", "check");
    expect(rounds.length).toBeLessThanOrEqual(mostRounds.strata ?? 3);
    const engine = await createResultsEngine({ files });
    const report = await check(readStudy(studies.strata()), { engine });
    expect(report.problems).toEqual([]);
    expect({ missing: engine.missing(), unasked: engine.unasked() }).toEqual({
      missing: [],
      unasked: [],
    });
    await engine.close();
  });

  it.runIf(asks.has("fit"))("can be a fit", async () => {
    const { files, rounds } = await play(studies.fitted(), "parquet", "fit");
    expect(rounds.length).toBeLessThanOrEqual(3);
    const engine = await createResultsEngine({ files });
    const fit = await fitLog(readStudy(studies.fitted()), { engine });
    await engine.close();
    const direct = await import("../src/engines/duckdb/index.js").then((m) =>
      m.createDuckdbEngine(),
    );
    expect(fit.feeds).toEqual(
      (await fitLog(readStudy(studies.fitted()), { engine: direct })).feeds,
    );
    await direct.close();
  });
});

describe("results that do not fit", () => {
  /** A short run refuses results of a study that it plays in any case. */
  const refused = isThorough ? studies.strata : byLogger;
  const lines = async (file: string): Promise<string[]> =>
    (await readFile(file, "utf8")).trimEnd().split("\n");

  it("are refused where rows are missing, with the statement's purpose", async () => {
    const { files } = await play(refused(), "csv");
    const long = await Promise.all(files.map(lines));
    const at = long.findIndex((each) => each.length > 20);
    const all = long[at] ?? [];
    const cut = folder.path("cut.csv");
    // Without its first row, which opens no statement; then without all but some.
    const row = all.findLastIndex((line) => !line.includes("hindcast_"));
    await writeFile(cut, `${all.filter((_, i) => i !== row).join("\n")}\n`);
    const given = files.map((file, i) => (i === at ? cut : file));
    const engine = await createResultsEngine({ files: given });
    await expect(evaluate(readStudy(refused()), { engine })).rejects.toMatchObject({
      kind: "engine",
      failure: "data",
      code: "resultIncomplete",
      message: expect.stringMatching(
        /Expected (\d+) rows for ".*" in .*cut\.csv, but there are \d+\./,
      ),
    });
    await engine.close();
    await writeFile(cut, `${all.slice(0, 3).join("\n")}\n`);
    await expect(createResultsEngine({ files: given })).rejects.toMatchObject({
      code: "resultIncomplete",
      message: expect.stringMatching(/cut\.csv to hold the results of all \d+ statements/),
    });
  });

  it("are refused where one is given twice", async () => {
    const { files } = await play(studies.plain(), "parquet");
    const engine = await createResultsEngine({ files: [...files, files.at(-1) ?? ""] });
    await expect(evaluate(readStudy(studies.plain()), { engine })).rejects.toMatchObject({
      code: "resultIncomplete",
      message: expect.stringContaining("given twice"),
    });
    await engine.close();
  });

  it("are refused where a file answers no statement", async () => {
    await expect(createResultsEngine({ files: [source] })).rejects.toMatchObject({
      kind: "study",
      code: "notAResult",
    });
  });

  it("are named where the study did not ask for them, and do no harm", async () => {
    const { files } = await play(studies.plain(), "parquet");
    const other = await play(refused(), "csv");
    const all = [...new Set([...files, ...other.files])];
    const found = await printStatements(readStudy(studies.plain()), {
      dialect: "trino",
      files: all,
    });
    expect(found.statements).toEqual([]);
    const isAsked = await statementsIn(files);
    const unasked = await Promise.all(
      all.map(async (file) => {
        const markers = await statementsIn([file]);
        return [...markers].every((marker) => !isAsked.has(marker)) ? [file] : [];
      }),
    );
    expect(unasked.flat().length).toBeGreaterThan(2);
    expect(found.unasked.toSorted()).toEqual(unasked.flat().sort());
  });

  it("are asked for again where a study has come to read other columns", async () => {
    const { files } = await play(studies.plain(), "parquet");
    const study = smallStudy({ log: { source }, policies: { b: { exposure: "eps_t" } } });
    const { statements } = await printStatements(readStudy(study), { dialect: "duckdb", files });
    expect(statements.map(({ purpose }) => purpose)).toEqual(["types of columns"]);
  });

  it("are refused where the last, of the rewards, was saved without its rows", async () => {
    const { files } = await play(byLogger(), "csv");
    const [header = ""] = await lines(files.at(-1) ?? "");
    const empty = folder.path("empty.csv");
    await writeFile(empty, `${header}\n`);
    const given = [...files.slice(0, -1), empty];
    await expect(createResultsEngine({ files: given })).rejects.toMatchObject({
      code: "resultIncomplete",
      message: expect.stringContaining("printed as one"),
    });
  });

  it("are not to be had under a hash that is each warehouse's own", async () => {
    const study = readStudy(smallStudy({ log: { source, hash: "native" } }));
    await expect(printStatements(study, { dialect: "trino" })).rejects.toMatchObject({
      kind: "study",
      code: "hashUnknown",
    });
  });

  it("are asked for by name where they are missing", async () => {
    const engine = await createResultsEngine();
    await expect(evaluate(readStudy(studies.plain()), { engine })).rejects.toMatchObject({
      failure: "missing",
      code: "sumsMissing",
    });
    expect(engine.missing().map(({ purpose }) => purpose)).toEqual(["types of columns"]);
    await engine.close();
  });
});
