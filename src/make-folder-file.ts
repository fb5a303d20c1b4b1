import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { reason, StudyError } from "./errors.js";

/**
 * Makes a folder and its parents where they are missing; returns whether the folder itself was made. Throws a
 * StudyError where it cannot be made. Step by step, since `mkdir` with `recursive` never returns where the
 * system denies a parent that exists, as /proc does (Node 20 to 24).
 */
export async function makeFolder(folder: string): Promise<boolean> {
  try {
    return await makeWithParents(folder);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    const message = `Cannot make the folder ${folder}: ${why}. Choose one that exists or can be made.`;
    throw new StudyError(reason("output", message, { path: folder }), { cause });
  }
}

async function makeWithParents(folder: string): Promise<boolean> {
  if (await isFolder(folder)) return false;
  const parent = dirname(folder);
  if (parent !== folder) await makeWithParents(parent);
  try {
    await mkdir(folder);
    return true;
  } catch (error) {
    // Somebody else may have made it meanwhile.
    if (await isFolder(folder)) return false;
    throw error;
  }
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
