import { readdir, stat } from "node:fs/promises";
import { reason, StudyError } from "../errors.js";
import { endingOf } from "../log/sources/endings.js";

/** Throws a StudyError for paths of folders, with the pattern that reads their files. */
export async function requireNoFolder(paths: readonly string[], where: string): Promise<void> {
  for (const path of paths) {
    // A folder called log.parquet is a table of Spark's, and read as one.
    if (endingOf(path) !== undefined) continue;
    const isFolder = await stat(path)
      .then((stats) => stats.isDirectory())
      .catch(() => false);
    if (isFolder) throw await isNoFile(path, where);
  }
}

async function isNoFile(path: string, where: string): Promise<StudyError> {
  const folder = path.replace(/[\\/]+$/, "");
  const endings = (await readdir(path).catch(() => [])).flatMap((name) => endingOf(name) ?? []);
  const patterns = [...new Set(endings)].sort().map((ending) => `${folder}/*${ending}`);
  const way =
    patterns.length === 0
      ? `It holds no file that ends in .parquet, .csv or .jsonl: name a folder below it, as in ${folder}/*/*.parquet.`
      : `Write ${patterns.join(" or ")}.`;
  return new StudyError(
    reason("unknownFormat", `${where}: "${path}" is a folder. ${way}`, { path }),
  );
}
