import { mkdtemp, readlink, realpath, rmdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Reason, reason, StudyError } from "../errors.js";
import { noEntry } from "./no-entry.js";

/**
 * Throws a StudyError unless a file can be put at every path (absolute): told before an hour of
 * work rather than after it.
 */
export async function checkFolders(paths: readonly string[]): Promise<void> {
  const faults = await Promise.all(paths.map(faultOf));
  const problems = faults.filter((fault) => fault !== undefined);
  if (problems.length > 0) throw new StudyError(problems);
}

async function faultOf(path: string): Promise<Reason | undefined> {
  const kind = await kindOf(path);
  if (kind === "folder") {
    return reason("output", `${path} is a folder; name a file in it.`, { path });
  }
  if (kind === "special") return undefined;
  const target = kind === "nothing" ? await readlink(path).catch(() => undefined) : undefined;
  if (target !== undefined) {
    const message = `${path} cannot be written: it is a link to ${target}, which is not there. Remove the link, or make the file that it names.`;
    return reason("output", message, { path });
  }
  // A link is followed: the file that it names is replaced.
  const folder = dirname(kind === "file" ? await realpath(path) : path);
  if ((await kindOf(folder)) !== "folder") {
    return reason("output", `${path} cannot be written: there is no folder ${folder}.`, { path });
  }
  return (await takesEntries(folder)) ? undefined : noEntry(path, folder);
}

/** Tried, not asked: permission bits say nothing of what a file system takes. */
async function takesEntries(folder: string): Promise<boolean> {
  try {
    await rmdir(await mkdtemp(join(folder, ".part-")));
    return true;
  } catch {
    return false;
  }
}

type Kind = "file" | "folder" | "special" | "nothing";

async function kindOf(path: string): Promise<Kind> {
  try {
    const stats = await stat(path);
    if (stats.isDirectory()) return "folder";
    return stats.isFile() ? "file" : "special";
  } catch {
    return "nothing";
  }
}
