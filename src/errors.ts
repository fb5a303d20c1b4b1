import type { ReasonCode } from "./codes.js";
import { secretsIn, withoutSecrets } from "./secrets.js";

/** Facts that a program can read in addition to the sentence of an error, a warning or a refusal. */
export type Facts = Readonly<Record<string, FactValue>>;
export type FactValue =
  | string
  | number
  | boolean
  | null
  | readonly FactValue[]
  | { readonly [key: string]: FactValue };

/** A reason that can be printed where a number would stand: a stable code, a sentence, its facts. */
export interface Reason {
  readonly code: ReasonCode;
  readonly message: string;
  readonly facts: Facts;
}

/** Builds a frozen reason. */
export function reason(code: ReasonCode, message: string, facts: Facts = {}): Reason {
  return Object.freeze({ code, message, facts });
}

/** Whether a value is the reason why there is none. */
export const isReason = (value: unknown): value is Reason =>
  typeof value === "object" &&
  value !== null &&
  "code" in value &&
  "message" in value &&
  "facts" in value;

/** Who can correct it: the owner of the log, the author of the study, no one yet, the engine, or us. */
export type ErrorKind = "log" | "study" | "unsupported" | "engine" | "internal";

/**
 * The base of every error that Hindcast throws on purpose; `problems` holds every mistake found. Secrets that
 * stand in a source are left out of all that it holds.
 */
export abstract class HindcastError extends Error {
  abstract readonly kind: ErrorKind;
  readonly problems: readonly Reason[];

  constructor(
    problems: Reason | readonly Reason[],
    options?: ErrorOptions,
    secrets: readonly string[] = [],
  ) {
    const clean: Clean = (text) => withoutSecrets(text, secrets);
    const all = ("code" in problems ? [problems] : problems).map((each) =>
      cleanReason(each, clean),
    );
    const cause = options?.cause;
    super(
      all.map((problem) => problem.message).join("\n"),
      cause === undefined ? options : { cause: cleanCause(cause, clean) },
    );
    this.name = new.target.name;
    this.problems = all;
  }

  get code(): ReasonCode {
    return this.problems[0]?.code ?? "internal";
  }
}

type Clean = (text: string) => string;

function cleanReason({ code, message, facts }: Reason, clean: Clean): Reason {
  return reason(code, clean(message), cleanFact(facts, clean) as Facts);
}

function cleanFact(fact: FactValue, clean: Clean): FactValue {
  if (typeof fact === "string") return clean(fact);
  if (typeof fact !== "object" || fact === null) return fact;
  if (Array.isArray(fact)) return fact.map((each: FactValue) => cleanFact(each, clean));
  const entries = Object.entries(fact);
  return Object.fromEntries(entries.map(([name, each]) => [name, cleanFact(each, clean)]));
}

/** A cause as it is, or in other words where its own hold a secret. */
function cleanCause(cause: unknown, clean: Clean): unknown {
  if (typeof cause === "string") return clean(cause);
  if (!(cause instanceof Error) || cause instanceof HindcastError) return cause;
  const inner = cleanCause(cause.cause, clean);
  const [message, stack] = [cause.message, cause.stack ?? ""].map(clean);
  if (inner === cause.cause && message === cause.message && stack === (cause.stack ?? "")) {
    return cause;
  }
  const copy = new Error(message, inner === undefined ? {} : { cause: inner });
  return Object.assign(copy, { name: cause.name, stack });
}

/** The log breaks a rule: the rows must change, or the study must say how to take them. */
export class LogError extends HindcastError {
  readonly kind = "log";
}

/** The study (or a call's arguments) cannot be read or does not fit the log's columns. */
export class StudyError extends HindcastError {
  readonly kind = "study";
}

/** The request cannot be answered from this log, by this estimator or on this engine. */
export class UnsupportedError extends HindcastError {
  readonly kind = "unsupported";
}

/** A failure of an engine. */
export type EngineFailure =
  | "syntax"
  | "missing"
  | "auth"
  | "resource"
  | "cancelled"
  | "network"
  | "data"
  | "internal";

/** The engine refused or failed; the statement is in `sql`, without its secrets, never in the message. */
export class EngineError extends HindcastError {
  readonly kind = "engine";
  readonly failure: EngineFailure;
  readonly retryable: boolean;
  readonly engineCode: string | undefined;
  readonly sql: string | undefined;

  constructor(
    failure: EngineFailure,
    problem: Reason,
    details: {
      readonly retryable?: boolean;
      readonly engineCode?: string;
      readonly sql?: string;
      readonly cause?: unknown;
    } = {},
  ) {
    const secrets = details.sql === undefined ? [] : secretsIn(details.sql);
    super(problem, { cause: details.cause }, secrets);
    this.failure = failure;
    this.retryable = details.retryable ?? false;
    this.engineCode = details.engineCode;
    this.sql = details.sql === undefined ? undefined : withoutSecrets(details.sql);
  }
}

/** A promise that our own code broke; worth an issue report. */
export class InternalError extends HindcastError {
  readonly kind = "internal";

  constructor(message: string, facts: Facts = {}, options?: ErrorOptions) {
    super(reason("internal", message, facts), options);
  }
}
