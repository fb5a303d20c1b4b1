import { basename } from "node:path";
import { StudyError } from "../../errors.js";
import { isPacked, readFileOrPipe, type StreamedFile, unpacked } from "../../unpacked-file.js";
import type { ColumnNames } from "./columns.js";
import type { Lines, LinesKind } from "./lines.js";
import { readLines } from "./read-lines.js";
import { fileFault } from "./refuse.js";

/** A file of a run or of labels, or a pipe; "-" is stdin. */
export interface LinesFile {
  readonly path: string;
  /** As messages and tables call it; without one, the file's own name. */
  readonly name?: string;
  readonly signal?: AbortSignal;
}

/**
 * Reads a run or labels from a file, unpacked if it is packed with gzip. Throws a LogError, or a StudyError for a
 * device and for more than 1 GiB.
 */
export async function readLinesFile(
  { path, name = path === "-" ? "stdin" : basename(path), signal }: LinesFile,
  kind: LinesKind,
  columns: ColumnNames = {},
): Promise<Lines> {
  const what = kind === "run" ? "a run" : "labels";
  const limits: StreamedFile = { what, mostMebibytes: 1024, signal };
  const bytes = await readFileOrPipe(path, limits).catch(unread(path, name));
  if (isPacked(bytes)) {
    const plain = await unpacked(bytes, path, limits).catch(notUnpacked(name));
    return readLines(name, kind, plain, columns);
  }
  if (/\.gz$/i.test(name)) {
    throw fileFault("fileKind", name, `${name} ends in .gz and is not packed with gzip.`);
  }
  return readLines(name, kind, bytes, columns);
}

const notUnpacked =
  (name: string) =>
  (cause: unknown): never => {
    if (cause instanceof StudyError) throw cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw fileFault("fileUnreadable", name, `${name} cannot be unpacked: ${why}.`, cause);
  };

const unread =
  (path: string, name: string) =>
  (cause: unknown): never => {
    if (cause instanceof StudyError) throw cause;
    const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
    if (code === "ENOENT") throw fileFault("fileMissing", name, `There is no file ${path}.`, cause);
    const message = cause instanceof Error ? cause.message : String(cause);
    const why = code === "EISDIR" ? "it is a folder; name the files in it" : message;
    throw fileFault("fileUnreadable", name, `${path} cannot be read: ${why}.`, cause);
  };
