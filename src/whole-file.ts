import { readFile, realpath, stat } from "node:fs/promises";
import { resolve, sep } from "node:path";
import { reason, StudyError } from "./errors.js";

export const mebibyte: number = 2 ** 20;

/** A file that this process reads whole, rather than an engine. */
export interface WholeFile {
  /** As a message calls it: "the study". */
  readonly what: string;
  readonly mostMebibytes?: number;
  /** The only folders in which it may lie; absent: any. */
  readonly sandbox?: readonly string[] | undefined;
}

/** A study is small: a large one is a mistake, and its parser cannot be stopped. */
export const studyFile: WholeFile = { what: "a study", mostMebibytes: 1 };
export const tallyFile: WholeFile = { what: "a tally", mostMebibytes: 1024 };

/**
 * The bytes of a file. A pipe or a device could keep the process waiting for ever, and a file of any size
 * could fill its memory: throws StudyError unless it is a regular file, not too large, in a folder of the
 * sandbox; what the system says of a missing file is thrown as it is.
 */
export async function readWholeFile(
  path: string,
  { what, mostMebibytes = 256, sandbox }: WholeFile,
): Promise<Buffer> {
  if (path.includes("\0")) {
    throw refused(path, `${path}: expected the path of ${what}; it holds the character NUL.`);
  }
  if (sandbox !== undefined) await requireWithin(sandbox, path, what);
  const found = await stat(path);
  if (!found.isFile() && !found.isDirectory()) {
    throw refused(
      path,
      `${path}: expected ${what} to be a regular file; it is a pipe or a device.`,
    );
  }
  if (found.size > mostMebibytes * mebibyte) {
    throw tooLarge(path, what, mostMebibytes, Math.ceil(found.size / mebibyte));
  }
  return readFile(path);
}

/** The error of a file that would fill the process's memory. */
export const tooLarge = (
  path: string,
  what: string,
  mostMebibytes: number,
  came: number | "more",
): StudyError =>
  refused(
    path,
    `${path}: expected ${what} to have at most ${mostMebibytes} MiB; it has ${came}. Take a part of it, or check that it is the right file.`,
  );

/** Where links lead counts; a file that is not there is refused by where its name says that it lies. */
async function requireWithin(
  folders: readonly string[],
  path: string,
  what: string,
): Promise<void> {
  const real = (each: string): Promise<string> => realpath(each).catch(() => resolve(each));
  const target = await real(path);
  const allowed = await Promise.all(folders.map(real));
  if (allowed.some((folder) => target.startsWith(folder.endsWith(sep) ? folder : folder + sep))) {
    return;
  }
  const message = `${path}: ${what} lies in no folder of engine.sandbox (${folders.join(", ")}). Put it into one of them, or add its folder there.`;
  throw refused(path, message);
}

const refused = (path: string, message: string): StudyError =>
  new StudyError(reason("unreadable", message, { path }));
