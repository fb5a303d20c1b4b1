import { HindcastError } from "../../errors.js";
import { cancelledError } from "../shared/cancelled-error.js";
import { errorByRules } from "../shared/error-rules.js";
import { networkRules } from "./network-rules.js";
import type { SparkSettings } from "./options.js";
import { parseFailure, type SparkFailure } from "./parse-failure.js";
import { SERVER_RULES } from "./server-rules.js";

interface Circumstances {
  readonly signal: AbortSignal;
  readonly sql?: string | undefined;
  /** Rows were given already: what failed cannot be begun again. */
  readonly hasBegun?: boolean;
}

interface Lossy {
  readonly settings: SparkSettings;
  readonly isKnown: boolean;
  forget(): void;
  causesOf(errorId: string): Promise<readonly string[]>;
}

/**
 * The typed error of what a call in a session threw; errors of ours pass through unchanged. A
 * session that the server has lost is forgotten, so that another try opens a new one.
 */
export async function sessionError(
  session: Lossy,
  cause: unknown,
  { signal, sql, hasBegun = false }: Circumstances,
): Promise<HindcastError> {
  if (signal.aborted) return cancelledError("spark", signal.reason, sql);
  if (cause instanceof HindcastError) return cause;
  const failure = parseFailure(cause);
  const { errorClass, reason, fromServer } = failure;
  if (errorClass?.startsWith("INVALID_HANDLE.SESSION")) session.forget();
  const { settings } = session;
  const whole = await withCauses(session, failure);
  const text = withoutToken(whole, settings.token);
  const network = networkRules(settings.address, settings.patience / 1000, session.isKnown);
  const rules = fromServer ? [...SERVER_RULES, ...network] : network;
  return errorByRules(hasBegun ? rules.map((rule) => ({ ...rule, retryable: false })) : rules, {
    engine: "spark",
    text: errorClass === undefined ? `[${reason}] ${text}` : `[${errorClass}] (${reason}) ${text}`,
    detail: withoutStatement(text),
    engineCode: errorClass ?? reason,
    sql,
    cause: text === whole ? cause : undefined,
  });
}

// Errors that say no more than that something went wrong with a file.
const TIGHT_LIPPED = /^(?:FAILED_TO_CREATE_PLAN_FOR_DIRECT_QUERY|FAILED_READ_FILE|CANNOT_READ)/;

async function withCauses(session: Lossy, failure: SparkFailure): Promise<string> {
  const { errorClass = "", errorId, message } = failure;
  if (errorId === undefined || !TIGHT_LIPPED.test(errorClass)) return message;
  const cause = (await session.causesOf(errorId)).at(-1);
  return cause === undefined ? message : `${withoutStatement(message)}: ${cause}`;
}

function withoutToken(text: string, token: string | undefined): string {
  return token === undefined ? text : text.replaceAll(token, "(the token)");
}

const longest = 400;

/** What Spark said without its excerpt of the statement, its plan and its advice to look away. */
function withoutStatement(said: string): string {
  const [sentence = ""] = said.split(
    /\s*(?:SQLSTATE:|== SQL|\n\s*\n|;\s*line \d+ pos|Use [`']?try_|If necessary set|JVM stacktrace|\n\s*at )/,
    1,
  );
  const text = sentence.replaceAll(/\s+/g, " ").replace(/[.\s]+$/, "");
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
