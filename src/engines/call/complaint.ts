import { EngineError, type EngineFailure, type Facts, reason } from "../../errors.js";

/** A kind of message of an engine: how it is known, which failure it is, and what to do about it. */
export interface Complaint {
  /** Tested against what the engine said, its own code first where it has one: `[CODE] text`. */
  readonly pattern: RegExp;
  readonly failure: EngineFailure;
  readonly code: string;
  readonly retryable?: boolean;
  /** The sentence; groups are those of the pattern that matched something, `detail` is what the engine said. */
  readonly sentence: (groups: Readonly<Record<string, string>>, detail: string) => string;
}

export interface Said {
  readonly engine: string;
  /** What patterns are tested against. */
  readonly said: string;
  /** What the engine said, fit for a sentence: without its statement, stack and final stop. */
  readonly detail: string;
  /** What sentences may name beside the groups of their pattern. */
  readonly groups?: Readonly<Record<string, string>>;
  readonly engineCode?: string | undefined;
  readonly sql?: string | undefined;
  readonly cause: unknown;
}

/** The typed error of what an engine said: the first complaint that matches holds. */
export function complaintError(complaints: readonly Complaint[], said: Said): EngineError {
  const found = complaints.find(({ pattern }) => pattern.test(said.said));
  const { failure, code, retryable = false, sentence } = found ?? unknownComplaint(said.engine);
  const groups = {
    ...said.groups,
    ...definedGroups(found?.pattern.exec(said.said)?.groups ?? {}),
  };
  const facts: Facts = { engine: said.engine, detail: said.detail, ...groups };
  return new EngineError(failure, reason(code, sentence(groups, said.detail), facts), {
    cause: said.cause,
    retryable,
    ...(said.engineCode === undefined ? {} : { engineCode: said.engineCode }),
    ...(said.sql === undefined ? {} : { sql: said.sql }),
  });
}

const unknownComplaint = (engine: string): Complaint => ({
  pattern: /^/,
  failure: "internal",
  code: "engineFailed",
  sentence: (_, detail) => `The ${engine} engine failed: ${detail}.`,
});

function definedGroups(
  groups: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const entries = Object.entries(groups).filter((entry): entry is [string, string] => !!entry[1]);
  return Object.fromEntries(entries);
}
