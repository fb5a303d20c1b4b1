import { CommanderError } from "commander";
import { EngineError, HindcastError, LogError, reason, StudyError } from "../errors.js";
import { plainLine, plainLines } from "../plain-line.js";
import { readWholeFile, studyFile } from "../whole-file.js";
import type { Effects, Sink } from "./effects.js";
import { exitCodeOf, exitCodes, isSystemError } from "./exit-codes.js";
import { exitCodeOfInterruption } from "./interruption.js";
import { buildProgram } from "./program.js";
import { openSession, type Session } from "./session.js";

/** How a command ended: its exit code, and the error that it ended with. */
export interface Ended {
  readonly code: number;
  readonly error?: unknown;
}

/** Runs one command line and returns its exit code; every error ends here, in words on stderr. */
export async function run(effects: Effects): Promise<number> {
  const { code, error } = await runCommand(effects);
  if (error !== undefined) printError(error, effects.stderr, isDebugging(effects));
  return code;
}

/** Runs one command line, and leaves it to the caller to tell an error. */
export async function runCommand(effects: Effects): Promise<Ended> {
  const session = openSession(effects);
  let code: number = exitCodes.answered.code;
  try {
    const program = await buildProgram(effects, session, (exitCode) => {
      code = exitCode;
    });
    await program.parseAsync([...effects.argv], { from: "user" });
    return { code: effects.signal.aborted ? reportInterruption(session) : code };
  } catch (error) {
    if (error instanceof CommanderError) return { code: error.exitCode };
    if (effects.signal.aborted) return { code: reportInterruption(session) };
    const located = await withLines(error, effects.argv, session);
    return { code: exitCodeOf(error), error: located };
  }
}

function reportInterruption(session: Session): number {
  const kept = session.keptFiles();
  const what = kept.length === 0 ? "nothing was written" : `kept ${kept.join(", ")}, whole`;
  session.say(`interrupted: ${what}; the log is untouched.`);
  return exitCodeOfInterruption(session.signal.reason);
}

function isDebugging({ argv, env }: Effects): boolean {
  return argv.includes("--debug") || (env.HINDCAST_DEBUG ?? "") !== "";
}

/** The error with the line of the study file at which each mistake stands, as far as it does not say so itself. */
async function withLines(
  error: unknown,
  argv: readonly string[],
  { path }: Session,
): Promise<unknown> {
  const file = argv.find((word) => /\.(ya?ml|json)$/i.test(word));
  const isLogs = error instanceof LogError && error.code === "columnType";
  if (!(error instanceof StudyError || isLogs) || file === undefined) return error;
  const isOpen = error.problems.some(({ facts }) => "path" in facts && !("file" in facts));
  if (!isOpen) return error;
  const bytes = await readWholeFile(path(file), studyFile).catch(() => undefined);
  if (bytes === undefined) return error;
  const text = bytes.toString("utf8");
  const { lineOfPath } = await import("../study/line-of-path.js");
  const problems = error.problems.map((problem) => {
    const { code, message, facts } = problem;
    if (typeof facts.path !== "string" || "file" in facts) return problem;
    const line = lineOfPath(text, facts.path);
    if (line === undefined) return problem;
    return reason(code, `${file}:${line}: ${message}`, { ...facts, file, line });
  });
  return new (isLogs ? LogError : StudyError)(problems, { cause: error });
}

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
function printError(error: unknown, stderr: Sink, debug: boolean): void {
  for (const line of messagesOf(error)) stderr.write(`error: ${plainLine(line)}\n`);
  if (debug) stderr.write(`${plainLines(detailsOf(error))}\n`);
  else if (!isExpected(error)) {
    stderr.write("This was not expected. Run again with --debug for the details to report.\n");
  } else if (error instanceof EngineError && error.sql !== undefined) {
    stderr.write("Run again with --debug to see the statement.\n");
  }
}

export function messagesOf(error: unknown): readonly string[] {
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
