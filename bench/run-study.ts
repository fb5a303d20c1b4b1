import { createDuckdbEngine } from "../src/engines/duckdb/index.js";
import { conclude } from "../src/evaluate/conclude/conclude.js";
import type { Result } from "../src/evaluate/conclude/result.js";
import { fitLog } from "../src/evaluate/fit.js";
import { takeTally } from "../src/evaluate/take-tally.js";
import { readStudy } from "../src/study/read-study.js";
import type { Run } from "./contenders.js";
import { stillness } from "./stillness.js";
import { timedEngine } from "./timed-engine.js";

interface StudyRun extends Pick<Run, "parts"> {
  readonly result: Result;
  readonly longestStill: number;
}

/** What `evaluate` does, with its time by part. */
export async function runStudy(input: Record<string, unknown>, threads: number): Promise<StudyRun> {
  const parts: Record<string, number> = {};
  const still = stillness();
  const study = readStudy(input);
  const engine = await createDuckdbEngine({ threads });
  try {
    const timed = timedEngine(engine, parts);
    const tally = await takeTally(study, { engine: timed, onProgress: still.report });
    const start = performance.now();
    const result = await conclude(tally);
    const arithmetic = (performance.now() - start) / 1e3;
    return { result, parts: { ...parts, arithmetic }, longestStill: still.longest() };
  } finally {
    await engine.close();
  }
}

/** What `fit` does, with its time by part. */
export async function runFit(
  input: Record<string, unknown>,
  threads: number,
): Promise<Readonly<Record<string, number>>> {
  const parts: Record<string, number> = {};
  const engine = await createDuckdbEngine({ threads });
  try {
    await fitLog(readStudy(input), { engine: timedEngine(engine, parts) });
    return parts;
  } finally {
    await engine.close();
  }
}
