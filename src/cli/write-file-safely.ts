import { chmod, lstat, open, realpath, stat } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { StudyError } from "../errors.js";
import { diskFull, isFull, privateMode, writeWhole } from "../part-file.js";
import { isSystemError } from "./exit-codes.js";
import { noEntry } from "./no-entry.js";

/**
 * Writes a file so that it appears whole or not at all: under a temporary name in the same folder,
 * flushed to the disk, then renamed. Anything other than an ordinary file (/dev/stdout, a pipe) is
 * written to directly; a link is followed, and an existing file keeps its permissions.
 */
export async function writeFileSafely(path: string, text: string | Uint8Array): Promise<void> {
  if (!(await isSpecial(path))) {
    return writeThroughPart(path, modeOf, (part) => writeFlushed(part, "wx", text));
  }
  try {
    await writeFlushed(path, "w", text);
  } catch (error) {
    throw isFull(error) ? diskFull(path, error) : error;
  }
}

/** As `writeFileSafely`, for a writer that takes a path and a file that its owner alone may read. */
export const writePrivately = (
  path: string,
  write: (part: string) => Promise<void>,
): Promise<void> => writeThroughPart(path, privateMode, write);

/** The part keeps the ending of the name; `modeFor` is what the file gets, where that is not the usual. */
async function writeThroughPart(
  path: string,
  modeFor: (path: string) => Promise<number | undefined>,
  write: (part: string) => Promise<void>,
): Promise<void> {
  const target = await targetOf(path);
  try {
    await writeWhole(target, async (part) => {
      await write(part);
      const mode = await modeFor(target);
      if (mode !== undefined) await chmod(part, mode);
    });
  } catch (error) {
    throw isRefused(error, target) ? new StudyError(noEntry(path), { cause: error }) : error;
  }
}

/** Whether the system did not let the part be made. */
function isRefused(error: unknown, target: string): boolean {
  const codes = ["ENOENT", "ENOTDIR", "EACCES", "EPERM", "EROFS"];
  if (!isSystemError(error) || !codes.includes(error.code ?? "")) return false;
  const { path = "" } = error;
  return dirname(path) === dirname(target) && basename(path).startsWith(".part-");
}

async function writeFlushed(
  path: string,
  flag: "w" | "wx",
  text: string | Uint8Array,
): Promise<void> {
  const file = await open(path, flag);
  try {
    await file.writeFile(text);
    if (flag === "wx") await file.sync();
  } finally {
    await file.close();
  }
}

async function isSpecial(path: string): Promise<boolean> {
  const stats = await orUndefined(stat(path));
  return stats !== undefined && !stats.isFile() && !stats.isDirectory();
}

async function targetOf(path: string): Promise<string> {
  const stats = await orUndefined(lstat(path));
  return stats?.isSymbolicLink() ? realpath(path) : path;
}

async function modeOf(path: string): Promise<number | undefined> {
  const stats = await orUndefined(stat(path));
  return stats === undefined ? undefined : stats.mode & 0o777;
}

async function orUndefined<T>(promise: Promise<T>): Promise<T | undefined> {
  try {
    return await promise;
  } catch {
    return undefined;
  }
}
