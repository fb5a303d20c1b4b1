import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Result } from "../../src/evaluate/index.js";
import { logColumns, randomLog } from "../fixture/random-log.js";
import { smallStudy } from "../fixture/small-study.js";
import { engineSuite } from "./engine-suite.js";
import { copyOf } from "./postgres/load-table.js";
import { type PostgresServer, startPostgres, whyNoPostgres } from "./servers/postgres.js";
import { postgresql } from "./under-test/postgresql.js";

engineSuite(postgresql);

const main = fileURLToPath(new URL("../../src/cli/main.ts", import.meta.url));
const tsx = import.meta.resolve("tsx");

describe.skipIf(whyNoPostgres() !== undefined)("hindcast sql --exec psql", () => {
  let server: PostgresServer;
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "hindcast-exec-"));
    server = await startPostgres();
    const log = randomLog("exec", { trajectories: 60, days: 2, feeds: 2 });
    const { create, copy, rows } = copyOf({ name: "log", columns: logColumns, rows: log });
    server.run(create);
    server.run(copy, rows);
  });
  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true });
  });

  async function evaluated(...words: readonly string[]): Promise<Partial<Result>> {
    hindcast("evaluate", "study.json", ...words, "--output", "r.json");
    const all = JSON.parse(await readFile(join(folder, "r.json"), "utf8")) as Result;
    const { estimates, differences, verdicts } = all;
    return { estimates, differences, verdicts };
  }
  const hindcast = (...words: readonly string[]): string =>
    execFileSync(process.execPath, ["--import", tsx, main, ...words], {
      cwd: folder,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, HINDCAST_POSTGRES_PASSWORD: server.password },
    });

  it("runs every round, and its results give the numbers of the engine to the last bit", async () => {
    const roles = { day: "day", feed: "feed", user: "user" };
    const study = smallStudy({ log: { ...roles, source: { table: "log" } } });
    await writeFile(join(folder, "study.json"), JSON.stringify(study));
    const command = `${server.psql} -X --csv -q -v ON_ERROR_STOP=1`;
    hindcast(
      ...["sql", "study.json", "--dialect", "postgres", "--folder", "results"],
      ...["--exec", command],
    );
    const byResults = await evaluated("--results", "results/hindcast_*.csv");
    expect(byResults.estimates?.length).toBeGreaterThan(0);
    expect(byResults).toEqual(await evaluated("--engine", server.url));
  });
});
