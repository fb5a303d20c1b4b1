import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterpreter } from "../../../src/sql/index.js";
import type { Asking, GoldenCase } from "./asking.js";
import { goldenLogs } from "./golden-log.js";

/** The interpreter over the golden logs' rows. */
export const inMemory: Asking = {
  engine: createInterpreter(Object.fromEntries(goldenLogs.map(({ name, rows }) => [name, rows])), {
    columns: Object.fromEntries(goldenLogs.map(({ name, columns }) => [name, columns])),
  }),
  source: ({ name }) => ({ table: [name] }),
};

/** The golden answer to a question: the interpreter's, kept in the folder for the engines that follow. */
export async function goldenAnswer(question: GoldenCase, folder: string): Promise<unknown> {
  const file = join(folder, "numbers", `${question.name.replaceAll(/\W+/g, "-")}.json`);
  const kept = await readFile(file, "utf8").catch(() => undefined);
  const answer = kept ?? JSON.stringify(await question.ask(inMemory));
  if (kept === undefined) await writeFile(file, answer);
  return JSON.parse(answer);
}
