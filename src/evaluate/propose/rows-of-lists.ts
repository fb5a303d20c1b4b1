import { HindcastError } from "../../errors.js";
import { sourceRef } from "../../log/index.js";
import { proposeRoles } from "../../log/propose-study.js";
import type { Connection } from "../../sql/index.js";
import type { FileGroup, GivenRoles } from "./propose-log.js";
import { type ChangesInFiles, entryOf, queryOfFiles } from "./query-of-files.js";

/** A log whose rows hold whole lists, as rows of their entries; any other log as it is. */
export async function rowsOfLists(
  { engine, options }: Connection,
  log: FileGroup,
  given: GivenRoles,
): Promise<FileGroup & { readonly nested?: ChangesInFiles["lists"] }> {
  const { files, columns } = log;
  const names = columns.filter(({ type }) => type === "other").map(({ name }) => name);
  if (names.length === 0 || proposeRoles(columns, given).log.rank !== undefined) return log;
  const entries = names.map((name) => ({ name: entryOf(name), type: "bigint" as const }));
  const hasRanks =
    proposeRoles(entries).log.rank !== undefined || columns.some(({ name }) => name === "rank");
  const nested = { names, hasRanks };
  const source = { sql: queryOfFiles(files, { lists: nested }) };
  try {
    const entriesRead = await engine.describe(sourceRef(source), options);
    return { files, source, columns: entriesRead, nested };
  } catch (error) {
    // Records are no lists: the engine cannot take entries from them, and the files are read as they are.
    if (error instanceof HindcastError && options?.signal?.aborted !== true) return log;
    throw error;
  }
}
