import { basename } from "node:path";
import { HindcastError, LogError, reason } from "../errors.js";
import { isPacked, readFileOrPipe, type StreamedFile, unpacked } from "../unpacked-file.js";
import type { Interactions } from "./interactions.js";
import { readRatings } from "./ratings.js";

// As much as fits into a text.
const limits: StreamedFile = { what: "ratings", mostMebibytes: 500 };

/** Reads ratings from a file or a pipe, plain or packed with gzip. Throws a LogError, or a StudyError for too many. */
export async function readRatingsFile(path: string, signal?: AbortSignal): Promise<Interactions> {
  const name = basename(path);
  const options = { ...limits, signal };
  try {
    const bytes = await readFileOrPipe(path, options);
    const plain = isPacked(bytes) ? await unpacked(bytes, path, options) : bytes;
    return readRatings(name, new TextDecoder().decode(plain));
  } catch (cause) {
    if (cause instanceof HindcastError) throw cause;
    const isMissing = cause instanceof Error && "code" in cause && cause.code === "ENOENT";
    const why = cause instanceof Error ? cause.message : String(cause);
    throw isMissing
      ? new LogError(reason("fileMissing", `There is no file ${path}.`, { file: path }), { cause })
      : new LogError(reason("fileUnreadable", `${path} cannot be read: ${why}.`, { file: path }), {
          cause,
        });
  }
}
