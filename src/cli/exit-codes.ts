import type { ReasonCode } from "../codes.js";
import { type ErrorKind, HindcastError } from "../errors.js";

/** A code with which a command ends, and what it says. */
export interface ExitCode {
  readonly code: number;
  readonly meaning: string;
}

type Ending =
  | "answered"
  | "usage"
  | "log"
  | "doNotTrust"
  | "engine"
  | "worse"
  | "cannotTell"
  | "hungUp"
  | "interrupted"
  | "terminated";

export const exitCodes: Readonly<Record<Ending, ExitCode>> = {
  answered: {
    code: 0,
    meaning: "answered; with --gate: better in every comparison, every guardrail held",
  },
  usage: { code: 1, meaning: "the command line or the study is wrong, or asks for what cannot be" },
  log: { code: 2, meaning: "the log breaks a rule, or a file of it is missing or cannot be read" },
  doNotTrust: { code: 3, meaning: "a check failed, do not trust the answer (--strict, --gate)" },
  engine: { code: 4, meaning: "the engine, or Hindcast itself, failed" },
  worse: { code: 5, meaning: "worse in some comparison, or a guardrail broken (--gate)" },
  cannotTell: {
    code: 6,
    meaning: "cannot tell in some comparison, or a guardrail not shown (--gate)",
  },
  hungUp: { code: 129, meaning: "interrupted: the terminal was closed (SIGHUP)" },
  interrupted: { code: 130, meaning: "interrupted" },
  terminated: { code: 143, meaning: "interrupted by a scheduler (SIGTERM)" },
};

const byKind: Readonly<Record<ErrorKind, number>> = {
  log: exitCodes.log.code,
  study: exitCodes.usage.code,
  unsupported: exitCodes.usage.code,
  engine: exitCodes.engine.code,
  internal: exitCodes.engine.code,
};

/** What an engine reports of the log's own files and values, and not of itself. */
const ofLog: ReadonlySet<ReasonCode> = new Set<ReasonCode>([
  "fileMissing",
  "fileUnreadable",
  "valueUnreadable",
  "textUnreadable",
]);

export function exitCodeOf(error: unknown): number {
  if (error instanceof HindcastError) {
    if (error.code === "diskFull") return exitCodes.engine.code;
    return ofLog.has(error.code) ? exitCodes.log.code : byKind[error.kind];
  }
  return isSystemError(error) ? exitCodes.usage.code : exitCodes.engine.code;
}

/** Whether the operating system refused something, as Node reports it. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error && "code" in error;
}

export function exitCodeLines(): readonly string[] {
  return Object.values(exitCodes).map(
    ({ code, meaning }) => `${String(code).padStart(5)}  ${meaning}`,
  );
}
