import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { gunzipSync } from "node:zlib";
import type { ColumnNames } from "./columns.js";
import type { Lines, LinesKind } from "./lines.js";
import { readLines } from "./read-lines.js";
import { fileFault } from "./refuse.js";

/** A file of a run or of labels; "-" is stdin. */
export interface LinesFile {
  readonly path: string;
  /** As messages and tables call it; without one, the file's own name. */
  readonly name?: string;
}

/** Reads a run or labels from a file, unpacked if it is packed with gzip. Throws a LogError. */
export async function readLinesFile(
  { path, name = path === "-" ? "stdin" : basename(path) }: LinesFile,
  kind: LinesKind,
  columns: ColumnNames = {},
): Promise<Lines> {
  const packed = await bytesOf(path, name);
  const isPacked = packed[0] === 0x1f && packed[1] === 0x8b;
  if (!isPacked && /\.gz$/i.test(name)) {
    throw fileFault("fileKind", name, `${name} ends in .gz and is not packed with gzip.`);
  }
  return readLines(name, kind, isPacked ? unpacked(packed, name) : packed, columns);
}

function unpacked(bytes: Uint8Array, name: string): Uint8Array {
  try {
    return gunzipSync(bytes);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw fileFault("fileUnreadable", name, `${name} cannot be unpacked: ${why}.`, cause);
  }
}

async function bytesOf(path: string, name: string): Promise<Uint8Array> {
  if (path === "-") return stdin();
  try {
    return await readFile(path);
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
    if (code === "ENOENT") throw fileFault("fileMissing", name, `There is no file ${path}.`, cause);
    const message = cause instanceof Error ? cause.message : String(cause);
    const why = code === "EISDIR" ? "it is a folder; name the files in it" : message;
    throw fileFault("fileUnreadable", name, `${path} cannot be read: ${why}.`, cause);
  }
}

async function stdin(): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of process.stdin) parts.push(part as Uint8Array);
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
