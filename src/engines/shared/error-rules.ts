import { EngineError, type EngineFailure, type Facts, reason } from "../../errors.js";

/** Which failure each reason is of which an engine's messages tell. */
const failures = {
  engineFailed: "internal",
  cancelled: "cancelled",
  tableMissing: "missing",
  columnMissing: "missing",
  accessDenied: "auth",
  statementRefused: "syntax",
  valueUnreadable: "data",
  outOfMemory: "resource",
  networkFailed: "network",
  tlsFailed: "network",
  serverGone: "network",
  sessionLost: "network",
  extensionMissing: "missing",
  fileMissing: "missing",
  fileUnreadable: "data",
  notHttp: "network",
  loginFailed: "auth",
  settingsRefused: "auth",
  serverTooOld: "internal",
  queryTimeout: "cancelled",
  serverBusy: "resource",
  quotaSpent: "resource",
} as const;

/** One kind of an engine's error messages: how to recognise it, what it is, and what to do about it. */
export interface ErrorRule {
  /** Tested against the engine's message, with the engine's own code first where it has one: `[CODE] text`. */
  readonly pattern: RegExp;
  readonly code: keyof typeof failures;
  /** Where it is another than that of its code. */
  readonly failure?: EngineFailure;
  readonly retryable?: boolean;
  /** The sentence. `groups` are the named groups of the pattern that matched text, `detail` is the engine's message. */
  readonly sentence: (groups: Readonly<Record<string, string>>, detail: string) => string;
}

export interface EngineMessage {
  readonly engine: string;
  /** What patterns are tested against. */
  readonly text: string;
  /** The message as a part of a sentence: without statement, stack and final stop. */
  readonly detail: string;
  /** What sentences may name besides the groups of their pattern. */
  readonly groups?: Readonly<Record<string, string>>;
  readonly engineCode?: string | undefined;
  readonly sql?: string | undefined;
  readonly cause: unknown;
}

/** The typed error of an engine's message: the first rule that matches applies. */
export function errorByRules(rules: readonly ErrorRule[], message: EngineMessage): EngineError {
  const rule = rules.find(({ pattern }) => pattern.test(message.text));
  const {
    code,
    failure = failures[code],
    retryable = false,
    sentence,
  } = rule ?? lastRule(message.engine);
  const groups = {
    ...message.groups,
    ...definedGroups(rule?.pattern.exec(message.text)?.groups ?? {}),
  };
  const facts: Facts = { engine: message.engine, detail: message.detail, ...groups };
  return new EngineError(failure, reason(code, sentence(groups, message.detail), facts), {
    cause: message.cause,
    retryable,
    ...(message.engineCode === undefined ? {} : { engineCode: message.engineCode }),
    ...(message.sql === undefined ? {} : { sql: message.sql }),
  });
}

const lastRule = (engine: string): ErrorRule => ({
  pattern: /^/,
  code: "engineFailed",
  sentence: (_, detail) => `The ${engine} engine failed: ${detail}.`,
});

function definedGroups(
  groups: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const entries = Object.entries(groups).filter((entry): entry is [string, string] => !!entry[1]);
  return Object.fromEntries(entries);
}
