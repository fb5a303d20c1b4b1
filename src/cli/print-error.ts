import { EngineError, HindcastError } from "../errors.js";
import { plainLine, plainLines } from "../plain-line.js";
import type { Sink } from "./effects.js";
import { isSystemError } from "./exit-codes.js";

const system: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file or folder",
  EACCES: "permission was denied",
  EPERM: "permission was denied",
  EISDIR: "it is a folder, not a file",
  ENOTDIR: "a part of the path is not a folder",
  ENOSPC: "the disk is full",
  EROFS: "the file system is read-only",
};

/** Writes what went wrong, a line for each mistake; the stack and the statement only on request. */
export function printError(error: unknown, stderr: Sink, debug: boolean): void {
  for (const line of messagesOf(error)) stderr.write(`error: ${plainLine(line)}\n`);
  if (debug) stderr.write(`${plainLines(detailsOf(error))}\n`);
  else if (!isExpected(error)) {
    stderr.write("This was not expected. Run again with --debug for the details to report.\n");
  } else if (error instanceof EngineError && error.sql !== undefined) {
    stderr.write("Run again with --debug to see the statement.\n");
  }
}

function messagesOf(error: unknown): readonly string[] {
  if (error instanceof HindcastError) return error.problems.map(({ message }) => message);
  if (isSystemError(error)) {
    const about = error.path === undefined ? "" : `${error.path}: `;
    return [`${about}${system[error.code ?? ""] ?? error.message}.`];
  }
  return [error instanceof Error ? error.message : String(error)];
}

function isExpected(error: unknown): boolean {
  if (error instanceof HindcastError) return error.kind !== "internal";
  return isSystemError(error);
}

function detailsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const sql = error instanceof EngineError && error.sql !== undefined ? `\n\n${error.sql}` : "";
  const cause = error.cause === undefined ? "" : `\ncaused by ${detailsOf(error.cause)}`;
  return `${error.stack ?? error.message}${cause}${sql}`;
}
