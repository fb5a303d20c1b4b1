import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { tellFault } from "../faults.js";
import type { OpenEngine, UnderTest } from "../under-test/under-test.js";

const main = fileURLToPath(new URL("../../../src/cli/main.ts", import.meta.url));
const tsx = import.meta.resolve("tsx");
/** Milliseconds in which the server's work ends: before a server gives up what nobody listens to. */
const prompt = 5000;

/** What a scheduler ends leaves no work on the server. */
export function signalLaw({ name, lacks, slowSource }: UnderTest, opened: () => OpenEngine): void {
  const left = lacks["asked what runs"] ?? lacks.network;
  for (const [signal, code] of [
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const) {
    it.skipIf(left !== undefined)(`${signal} ends the server's work`, async () => {
      const { jobs, study } = opened().running;
      if (jobs === undefined || study === undefined) return;
      const folder = await mkdtemp(join(tmpdir(), "hindcast-signal-"));
      const path = join(folder, "study.json");
      const sql = `SELECT n AS position, 0 AS liked FROM (${slowSource}) AS s`;
      const log = { source: { sql }, rank: "position", rewards: ["liked"] };
      await writeFile(path, JSON.stringify({ log, policies: {}, engine: study.engine }));
      const child = spawn(process.execPath, ["--import", tsx, main, "evaluate", path], {
        cwd: folder,
        env: { ...process.env, ...study.env },
        stdio: ["ignore", "ignore", "pipe"],
      });
      let said = "";
      child.stderr.on("data", (chunk) => {
        said += String(chunk);
      });
      const ended = once(child, "close");
      await expect.poll(jobs, { timeout: 60_000, message: said }).toBeGreaterThan(0);
      const begun = Date.now();
      child.kill(signal);
      expect(await ended, said).toEqual([code, null]);
      await expect.poll(jobs, { timeout: prompt }).toBe(0);
      tellFault(name, signal, `exit code ${code}, no work left after ${Date.now() - begun} ms`);
      await rm(folder, { recursive: true });
    });
  }
}
