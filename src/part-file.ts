import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { reason, StudyError } from "./errors.js";

// Files that are being written, under names of their own until they are whole.

const ours = new Set<string>();

/** What an exit at once, by a second Ctrl-C say, leaves behind. */
function removeOurs(): void {
  for (const part of ours) rmSync(part, { force: true });
}

/**
 * Writes a file so that it appears whole or not at all: `write` gets a name in the same folder that no other
 * process has, with the same ending; what it wrote is then renamed. Parts that killed runs left of this file
 * are removed. Throws a StudyError that names the file where the disk is full, else what `write` throws.
 */
export async function writeWhole<T>(path: string, write: (part: string) => Promise<T>): Promise<T> {
  await removeStaleParts(path);
  const part = newPart(path);
  try {
    const written = await write(part);
    await rename(part, path);
    return written;
  } catch (error) {
    await rm(part, { force: true });
    throw isFull(error) ? diskFull(path, error) : error;
  } finally {
    forget(part);
  }
}

/** The mode of a file that its owner alone may read: of one that is there, what it has of it. */
export async function privateMode(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined);
  return (found?.mode ?? 0o600) & 0o600;
}

/** The longest end of a name that fits with what is put before it: file systems take 255 bytes. */
const ending = (path: string): string => basename(path).slice(-60);

/** A process's number would not do: it is 1 in every container. */
function newPart(path: string): string {
  const part = join(dirname(path), `.part-${randomBytes(8).toString("hex")}-${ending(path)}`);
  if (ours.size === 0) process.once("exit", removeOurs);
  ours.add(part);
  return part;
}

function forget(part: string): void {
  ours.delete(part);
  if (ours.size === 0) process.off("exit", removeOurs);
}

const anHour = 3_600_000;
const partName = /^\.part-(?:[0-9a-f]{16}|\d+)-/;

/** Removes this user's parts of this file to which nothing was written for an hour. */
async function removeStaleParts(path: string): Promise<void> {
  const folder = dirname(path);
  for (const name of await readdir(folder).catch(() => [])) {
    const part = join(folder, name);
    const isOfFile = partName.test(name) && name.replace(partName, "") === ending(path);
    if (isOfFile && !ours.has(part) && (await isStale(part))) await rm(part, { force: true });
  }
}

async function isStale(part: string): Promise<boolean> {
  const found = await stat(part).catch(() => undefined);
  const isMine = found !== undefined && [undefined, found.uid].includes(process.getuid?.());
  return isMine && found.isFile() && Date.now() - found.mtimeMs > anHour;
}

/** What says that there is no room for a file, by Node's words or DuckDB's, in ours. */
const noRoom: readonly (readonly [RegExp, string])[] = [
  [/\bENOSPC\b|No space left on device/i, "the disk is full"],
  [/\bEDQUOT\b|Disk quota exceeded/i, "your quota of the disk is used up"],
  [
    /\bEFBIG\b|File too large/i,
    "it is larger than files may be here (ulimit -f, or the disk's own)",
  ],
];

const whyFull = (error: unknown): string | undefined =>
  error instanceof Error
    ? (noRoom.find(([words]) => words.test(error.message))?.[1] ?? whyFull(error.cause))
    : undefined;

/** Whether a file was not written because there is no room for it. */
export const isFull = (error: unknown): boolean => whyFull(error) !== undefined;

/** The error of a file for which there is no room. */
export function diskFull(path: string, cause: unknown): StudyError {
  const message = `${path} cannot be written: ${whyFull(cause) ?? "there is no room"}. Nothing was put there, and a file that was there stands. Make room, or name a file on another disk.`;
  return new StudyError(reason("diskFull", message, { path }), { cause });
}
