import { readdir } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import type { NamedResult } from "../agreement/index.js";
import { defaultEngine } from "../engines/index.js";
import { reason, StudyError } from "../errors.js";
import { type EngineFlags, engineWith } from "./engine-flags.js";
import { readResultFile } from "./read-result-file.js";
import type { Session } from "./session.js";

/** The results in a folder, by name; says which files of JSON are none. Throws a StudyError where there is no result. */
export async function pastResults(
  folder: string,
  { path, say }: Session,
): Promise<readonly NamedResult[]> {
  const names = (await readdir(path(folder))).filter((name) => /\.json$/i.test(name)).sort();
  const results: NamedResult[] = [];
  const others: string[] = [];
  for (const name of names) {
    const result = await readResultFile(join(path(folder), name)).then(
      (file) => file.result,
      (error: unknown) => {
        if (error instanceof StudyError && error.code === "notResult") return undefined;
        throw error;
      },
    );
    if (result === undefined) others.push(name);
    else results.push({ name: basename(name, extname(name)), result });
  }
  if (results.length === 0) throw noResult(path(folder), others);
  if (others.length > 0) say(`left out: ${countOf(others)}`);
  return results;
}

/** "2 files that are no result: package-lock.json, tsconfig.json" */
const countOf = (names: readonly string[]): string =>
  `${names.length} file${names.length === 1 ? " that is" : "s that are"} no result: ${names.slice(0, 5).join(", ")}${names.length > 5 ? ` and ${names.length - 5} more` : ""}`;

function noResult(path: string, others: readonly string[]): StudyError {
  const what = others.length === 0 ? "holds no result (.json)" : `holds ${countOf(others)}`;
  const message = `${path} ${what}; \`hindcast evaluate study.yaml --format json --output ${join(path, "test.json")}\` writes one.`;
  return new StudyError(reason("notResult", message, { path, others: [...others] }));
}

/**
 * The results with the tables of online results that they name. Where a result says they are is data: they are read
 * by the engine that flags name, or not at all.
 */
export async function withTables(
  results: readonly NamedResult[],
  flags: EngineFlags | undefined,
  { modules, say, signal }: Session,
): Promise<readonly NamedResult[]> {
  const naming = results.filter(({ result }) => result.study.online !== undefined);
  if (naming.length === 0) return results;
  const sandboxed = flags?.options.sandbox !== undefined;
  if (flags === undefined || !(sandboxed || flags.name !== undefined)) {
    const many =
      naming.length === 1 ? "1 result names a table" : `${naming.length} results name tables`;
    say(
      `${many} of online results, which ${naming.length === 1 ? "is" : "are"} not read: a result is data, and may come from anybody. To read ${naming.length === 1 ? "it" : "them"}, give --sandbox with the folders where such tables lie, or --engine with a server.`,
    );
    return results;
  }
  const { withEngine } = await modules.evaluate();
  const { withOnlineTable } = await modules.agreement();
  return withEngine(engineWith({ name: defaultEngine.name }, flags), async (engine) => {
    const read: NamedResult[] = [];
    for (const named of results)
      read.push(await withOnlineTable(named, { engine, sandboxed, signal }));
    return read;
  });
}
