import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Result } from "../../src/evaluate/conclude/result.js";
import type { Row } from "../../src/sql/interpreter/value.js";
import { randomLog } from "../fixture/random-log.js";
import { smallStudy } from "../fixture/small-study.js";

/** A program that reads SQL on standard input, over the log of a test. */
export interface ExecProgram {
  readonly dialect: string;
  readonly command: string;
  /** How a study names the log. */
  readonly source: unknown;
  /** The address of the engine with the same log, as `--engine` takes it. */
  readonly engine: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly stop?: () => Promise<void>;
}

export interface ExecUnderTest {
  readonly name: string;
  /** Why it cannot run here; undefined where it can. */
  readonly unavailable: string | undefined;
  /** Starts what the program speaks to, with the rows; `folder` is the test's own. */
  readonly start: (rows: readonly Row[], folder: string) => Promise<ExecProgram>;
}

const main = fileURLToPath(new URL("../../src/cli/main.ts", import.meta.url));
const tsx = import.meta.resolve("tsx");

/** `hindcast sql --exec` through a real program gives what the engine over the same log gives. */
export function execSuite({ name, unavailable, start }: ExecUnderTest): void {
  describe.skipIf(unavailable !== undefined)(`hindcast sql --exec ${name}`, () => {
    let program: ExecProgram;
    let folder = "";
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), "hindcast-exec-"));
      program = await start(randomLog("exec", { trajectories: 60, days: 2, feeds: 2 }), folder);
    });
    afterAll(async () => {
      await program?.stop?.();
      await rm(folder, { recursive: true });
    });

    const hindcast = (...words: readonly string[]): string =>
      execFileSync(process.execPath, ["--import", tsx, main, ...words], {
        cwd: folder,
        encoding: "utf8",
        stdio: ["ignore", "pipe", "pipe"],
        env: { ...process.env, ...program.env },
      });
    async function evaluated(...words: readonly string[]): Promise<Partial<Result>> {
      hindcast("evaluate", "study.json", ...words, "--output", "r.json");
      const all = JSON.parse(await readFile(join(folder, "r.json"), "utf8")) as Result;
      const { estimates, differences, verdicts } = all;
      return { estimates, differences, verdicts };
    }

    it("runs every round, and its results give the numbers of the engine to the last bit", async () => {
      const { dialect, command, source, engine } = program;
      const log = { day: "day", feed: "feed", user: "user", source };
      await writeFile(join(folder, "study.json"), JSON.stringify(smallStudy({ log })));
      hindcast(
        ...["sql", "study.json", "--dialect", dialect, "--folder", "results"],
        ...["--exec", command],
      );
      const byResults = await evaluated("--results", "results/hindcast_*.csv");
      expect(byResults.estimates?.length).toBeGreaterThan(0);
      expect(byResults).toEqual(await evaluated("--engine", engine));
    });
  });
}
