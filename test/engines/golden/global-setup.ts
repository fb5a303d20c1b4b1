import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { forgetFaults, printFaults } from "../faults.js";
import { skippedReport } from "../skipped.js";
import { fitted } from "./asking.js";
import { learntBefore } from "./cases.js";
import { curvesFile } from "./curves-file.js";
import { goldenLogs, plainLog } from "./golden-log.js";
import { inMemory } from "./golden-numbers.js";
import { writeLog } from "./write-log.js";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder of the golden logs, of curves learnt before, and of the golden numbers. */
    golden: string;
  }
}

/** Writes the golden logs once for all engines; returns what removes them. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "hindcast-golden-"));
  await mkdir(join(folder, "numbers"));
  await rm(skippedReport, { force: true });
  forgetFaults();
  for (const log of goldenLogs) await writeLog(log, folder);
  const curves = await fitted(plainLog, learntBefore)(inMemory);
  await writeFile(curvesFile(folder), JSON.stringify(curves));
  project.provide("golden", folder);
  return async () => {
    printFaults();
    await rm(folder, { recursive: true, force: true });
  };
}
