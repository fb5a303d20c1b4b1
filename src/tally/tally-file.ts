import { readFile, writeFile } from "node:fs/promises";
import { reason, StudyError } from "../errors.js";
import { writeWhole } from "../part-file.js";
import { decodeTally, encodeTally } from "./codec.js";
import type { Tally } from "./tally.js";

/** Saves a tally as one Parquet file; the file appears under its name only when it is whole. */
export async function saveTally(tally: Tally, path: string): Promise<void> {
  try {
    await writeWhole(path, (part) => writeFile(part, new Uint8Array(encodeTally(tally))));
  } catch (cause) {
    if (cause instanceof StudyError) throw cause;
    throw unusable(`Cannot write the tally ${path}`, path, cause);
  }
}

/** Reads a tally that `saveTally` wrote. Throws a StudyError where the file is missing or is not a tally. */
export async function readTally<About>(path: string): Promise<Tally<About>> {
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = new Uint8Array(await readFile(path));
  } catch (cause) {
    throw unusable(`Cannot read the tally ${path}`, path, cause);
  }
  try {
    return await decodeTally<About>(bytes.buffer);
  } catch (cause) {
    throw unusable(`${path} is not a tally that hindcast saved`, path, cause);
  }
}

function unusable(what: string, path: string, cause: unknown): StudyError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new StudyError(reason("tallyFile", `${what}: ${why}`, { path }), { cause });
}
