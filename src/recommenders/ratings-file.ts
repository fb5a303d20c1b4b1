import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { gunzipSync } from "node:zlib";
import { LogError, reason } from "../errors.js";
import type { Interactions } from "./interactions.js";
import { readRatings } from "./ratings.js";

/** Reads ratings from a file, plain or packed with gzip. Throws a LogError. */
export async function readRatingsFile(path: string): Promise<Interactions> {
  const name = basename(path);
  try {
    const bytes = await readFile(path);
    const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
    return readRatings(name, new TextDecoder().decode(isPacked ? gunzipSync(bytes) : bytes));
  } catch (cause) {
    if (cause instanceof LogError) throw cause;
    const isMissing = cause instanceof Error && "code" in cause && cause.code === "ENOENT";
    const why = cause instanceof Error ? cause.message : String(cause);
    throw isMissing
      ? new LogError(reason("fileMissing", `There is no file ${path}.`, { file: path }), { cause })
      : new LogError(reason("fileUnreadable", `${path} cannot be read: ${why}.`, { file: path }), {
          cause,
        });
  }
}
