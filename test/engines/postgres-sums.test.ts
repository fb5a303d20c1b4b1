import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createResultsEngine } from "../../src/engines/results/index.js";
import type { Result } from "../../src/evaluate/conclude/result.js";
import { evaluate } from "../../src/evaluate/evaluate.js";
import { printStatements } from "../../src/evaluate/print-statements.js";
import { readStudy } from "../../src/study/read-study.js";
import { logColumns, randomLog } from "../fixture/random-log.js";
import { smallStudy } from "../fixture/small-study.js";
import { loadTable } from "./postgres/load-table.js";
import { createPgliteEngine } from "./postgres/pglite-engine.js";

const study = smallStudy({
  log: { day: "day", feed: "feed", logger: "logger", listLength: "list_length", user: "logger" },
});

let folder = "";
let database: PGlite;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hindcast-postgres-"));
  database = await PGlite.create();
  const rows = randomLog("postgres", { trajectories: 40, days: 2, loggers: 3 });
  // Texts that a file could take for NULL.
  const texts = ["", "NULL", "\\N"];
  const renamed = rows.map((row) => ({
    ...row,
    logger: texts[Number(String(row.logger).slice(-1))] ?? "",
  }));
  await loadTable(database, { name: "log", columns: logColumns, rows: renamed });
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

/** Runs what is printed, wrapper and all, and lets PostgreSQL save it, until nothing is missing. */
async function played(): Promise<readonly string[]> {
  const files: string[] = [];
  for (let round = 1; round <= 12; round++) {
    const next = await printStatements(readStudy(study), { dialect: "postgres", files });
    if (next.statements.length === 0) return files;
    for (const line of next.session) await database.exec(line);
    for (const { sql, marker } of next.statements) {
      const copy = `COPY (${sql}) TO '/dev/blob' (FORMAT csv, HEADER)`;
      const { blob } = await database.query(copy);
      files.push(join(folder, `${marker}.csv`));
      await writeFile(files.at(-1) ?? "", (await blob?.text()) ?? "");
    }
  }
  throw new Error("Statements were asked for in more than twelve rounds.");
}

const numbers = ({ estimates, differences, verdicts, curves }: Result): unknown => ({
  estimates,
  differences,
  verdicts,
  curves,
});

it("runs the printed statements, and their results give the numbers of the engine itself, bit by bit", async () => {
  const sums = await createResultsEngine({ files: await played() });
  const bySums = await evaluate(readStudy(study), { engine: sums });
  await sums.close();
  const direct = await evaluate(readStudy(study), { engine: createPgliteEngine(database) });
  expect(bySums.estimates.length).toBeGreaterThan(0);
  expect(numbers(bySums)).toEqual(numbers(direct));
});
