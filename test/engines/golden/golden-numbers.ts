import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { createInterpreter } from "../../../src/sql/interpreter/interpreter.js";
import type { Asking, GoldenCase } from "./asking.js";
import { goldenLogs } from "./golden-log.js";

/** The interpreter over the golden logs' rows. */
export const inMemory: Asking = {
  engine: createInterpreter(Object.fromEntries(goldenLogs.map(({ name, rows }) => [name, rows])), {
    columns: Object.fromEntries(goldenLogs.map(({ name, columns }) => [name, columns])),
  }),
  source: ({ name }) => ({ table: [name] }),
};

/** Milliseconds for which an answer is awaited that another process computes. */
const patience = 120_000;

/** The golden answer to a question: the interpreter's, computed by the first engine that asks, and kept for the others. */
export async function goldenAnswer(question: GoldenCase, folder: string): Promise<unknown> {
  const file = join(folder, "numbers", `${question.name.replaceAll(/\W+/g, "-")}.json`);
  const kept = async (): Promise<string | undefined> =>
    readFile(file, "utf8").catch(() => undefined);
  let answer = await kept();
  if (answer === undefined && !(await isFirst(`${file}.asked`))) {
    for (const end = Date.now() + patience; answer === undefined && Date.now() < end; ) {
      await wait(100);
      answer = await kept();
    }
  }
  if (answer === undefined) {
    answer = JSON.stringify(await question.ask(inMemory));
    const part = `${file}.${process.pid}`;
    await writeFile(part, answer);
    await rename(part, file);
  }
  return JSON.parse(answer);
}

/** Whether no other process has asked before: of two, one makes the folder. */
const isFirst = (mark: string): Promise<boolean> =>
  mkdir(mark).then(
    () => true,
    () => false,
  );
