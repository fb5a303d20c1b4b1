import type { EngineError } from "../../errors.js";
import { errorByRules } from "../shared/error-rules.js";
import { NETWORK_RULES } from "./network-rules.js";
import { SERVER_RULES } from "./server-rules.js";

export interface Refusal {
  readonly text: string;
  readonly status: number;
  /** Of the header that ClickHouse sends. */
  readonly code: string | undefined;
  readonly sql: string;
}

/** The typed error of a refusal, or of an exception in the middle of a result. */
export function refusalError({ text, status, code, sql }: Refusal): EngineError {
  const number = code ?? /Code: (\d+)/.exec(text)?.[1];
  if (number === undefined) {
    const said = `[HTTP ${status}] ${text}`;
    const detail = `status ${status}, "${oneLine(text.replaceAll(/<[^>]*>/g, " "))}"`;
    return errorByRules(NETWORK_RULES, { engine, text: said, detail, sql, cause: undefined });
  }
  const name = [...text.matchAll(/\(([A-Z][A-Z0-9_]{2,})\)/g)].at(-1)?.[1] ?? "";
  const said = `[${number} ${name}] ${text}`;
  const engineCode = name === "" ? number : `${number} ${name}`;
  const detail = withFile(detailOf(text), number, sql);
  return errorByRules(SERVER_RULES, {
    engine,
    text: said,
    detail,
    engineCode,
    sql,
    cause: undefined,
  });
}

export function networkError(cause: unknown, sql: string): EngineError {
  const code = codeOf(cause);
  const { message = "" } = Object(cause) as Partial<Error>;
  const detail = oneLine(message === "" ? (code ?? "no reason given") : message);
  const said = `${code === undefined ? "" : `[${code}] `}${message}`;
  return errorByRules(NETWORK_RULES, { engine, text: said, detail, engineCode: code, sql, cause });
}

/** Whether a connection was never opened, so that nothing can run on the server. */
export function neverBegan(cause: unknown): boolean {
  return /^(?:ECONNREFUSED|ENOTFOUND|EAI_\w+|EHOSTUNREACH|ENETUNREACH)$/.test(codeOf(cause) ?? "");
}

const engine = "clickhouse";

// Where a name has several addresses, the errors stand inside of one without words.
function codeOf(cause: unknown): string | undefined {
  const { code } = Object(cause) as { readonly code?: unknown };
  return typeof code === "string" ? code : undefined;
}

// The statement again, a stack, and advice for those who write ClickHouse's own SQL.
const ASIDES: readonly RegExp[] = [
  /,? ?Stack trace .*$/s,
  /Code: \d+\.\s*|DB::\w*Exception:\s*|\s*\([A-Z][A-Z0-9_]{2,}\)/g,
  /\(version [^()]*(?:\([^()]*\))?\)/g,
  /[:.]? (?:[Ii]n scope|In query|While (?:executing|processing)|while executing|Expected one of|Maybe you meant|Note: there are)\b.*$/s,
  /:? ?\(line \d+, col \d+\): .*$/s,
  /[:.]?\s*The table structure cannot be extracted from a \w+ format file(?:\. Error:)?/g,
  /[:.]?\s*You can specify (?:the |table )?structure manually[.:]?/g,
  /: , errno: \d+, strerror/g,
];

/** What ClickHouse said without codes, version, statement, stack and final stop. */
function detailOf(text: string): string {
  return oneLine(ASIDES.reduce((said, aside) => said.replace(aside, ""), text));
}

const ofFiles = new Set(["36", "107", "117", "395", "400", "636"]);

/** The files of the statement, where the message does not name any. */
function withFile(detail: string, code: string, sql: string): string {
  const path = /\b(?:file|s3|url|iceberg\w+)\('((?:[^'\\]|\\.)*)'/.exec(sql)?.[1];
  return path === undefined || !ofFiles.has(code) || detail.includes(path)
    ? detail
    : `${detail} ("${path}")`;
}

const longest = 300;

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  const cut = line.length > longest ? `${line.slice(0, longest)}…` : line;
  return cut.replaceAll(/^[.:,\s]+|[.:,\s]+$/g, "");
}
