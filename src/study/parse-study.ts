import { type Document, isScalar, LineCounter, parseDocument, visit } from "yaml";
import { type Reason, reason, StudyError } from "../errors.js";
import { showCount } from "../numeric/show-number.js";
import { lineOf } from "./line-of-path.js";
import type { MemberOptions } from "./members.js";
import type { StudyIssue } from "./place.js";
import { examineStudy } from "./read-study.js";
import type { Study } from "./study.js";

/**
 * The study in a text of YAML 1.2 or JSON. `name` (a file's, say) and the line stand before every
 * message. Throws a StudyError with syntax errors or duplicate keys, else with mistakes: 100, and the count of more.
 * `members` are as in `readStudy`.
 */
export function parseStudy(text: string, name: string, options: MemberOptions = {}): Study {
  const lines = new LineCounter();
  requireFlat(text, name, lines);
  const parsed = parseDocument(text, {
    version: "1.2",
    lineCounter: lines,
    prettyErrors: false,
    logLevel: "error",
    // The parser compares every key with every other; those of a stranger's study may be many.
    uniqueKeys: false,
  });
  const faults = [...parsed.errors, ...parsed.warnings];
  if (faults.length > 0) {
    throw manyFaults(faults, ({ code, message, pos }) =>
      syntaxFault(code, message, pos[0], name, lines),
    );
  }
  const repeated = repeatedKeys(parsed);
  if (repeated.length > 0) {
    throw manyFaults(repeated, (at) => syntaxFault("DUPLICATE_KEY", "", at, name, lines));
  }
  const { study, issues } = examineStudy(javaScriptOf(parsed, name), options);
  if (issues.length > 0 || study === undefined) {
    throw manyFaults(issues, (issue) => located(issue, parsed, name, lines));
  }
  return study;
}

const mostFaults = 100;

/** The first faults, and how many more there are: a stranger's study may have as many as it has letters. */
function manyFaults<T>(faults: readonly T[], reasonOf: (fault: T) => Reason): StudyError {
  const reasons = faults.slice(0, mostFaults).map(reasonOf);
  const more = faults.length - reasons.length;
  const last = reasons.at(-1);
  if (last === undefined || more === 0) return new StudyError(reasons);
  const message = `${last.message} There are ${showCount(more)} more mistakes.`;
  return new StudyError([...reasons.slice(0, -1), reason(last.code, message, last.facts)]);
}

function requireFlat(text: string, name: string, lines: LineCounter): void {
  const at = tooDeepAt(text);
  if (at === undefined) return;
  lines.addNewLine(0);
  for (let end = text.indexOf("\n"); end >= 0 && end < at; end = text.indexOf("\n", end + 1)) {
    lines.addNewLine(end + 1);
  }
  const message = `expected at most ${mostLevels} levels of lists and mappings`;
  throw new StudyError(syntaxFault("TOO_DEEP", message, at, name, lines));
}

/** Where keys stand that their mapping has already. */
function repeatedKeys(parsed: Document.Parsed): readonly number[] {
  const places: number[] = [];
  visit(parsed, {
    Map(_, { items }) {
      const keys = new Set<string>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        const text = String(key.value);
        if (keys.has(text)) places.push(key.range?.[0] ?? 0);
        keys.add(text);
      }
    },
  });
  return places;
}

/** What the parser says for programmers, for authors of studies. */
const plainly: Readonly<Record<string, string>> = {
  DUPLICATE_KEY: "a key occurs twice in one mapping; keep one of them",
  MULTIPLE_DOCS: "a second document begins; a study is one document",
};

function syntaxFault(
  code: string,
  message: string,
  offset: number,
  name: string,
  lines: LineCounter,
): Reason {
  const { line, col } = lines.linePos(offset);
  const where = { file: name, line, column: col };
  const what = plainly[code] ?? message;
  return reason(
    code === "DUPLICATE_KEY" ? "duplicateKey" : "syntax",
    `${name}:${line}:${col}: ${what.replace(/\.?$/, ".")}`,
    where,
  );
}

function javaScriptOf(parsed: Document.Parsed, name: string): unknown {
  try {
    return parsed.toJS({ maxAliasCount: 100 });
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new StudyError(reason("syntax", `${name}: ${message}.`, { file: name }), { cause });
  }
}

function located(
  { keys, reason: problem }: StudyIssue,
  parsed: Document.Parsed,
  name: string,
  lines: LineCounter,
): Reason {
  const line = lineOf(parsed, keys, lines);
  const where = line === undefined ? name : `${name}:${line}`;
  const facts = { ...problem.facts, file: name, ...(line === undefined ? {} : { line }) };
  return reason(problem.code, `${where}: ${problem.message}`, facts);
}

/** The parser calls itself for each level, and a regular expression compiled at the end of the stack ends Node. */
const mostLevels = 500;

/** Where a text of YAML or JSON opens more levels than that, by brackets or by marks of lists in one line. */
function tooDeepAt(text: string): number | undefined {
  let [brackets, marks] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? "";
    if (sign === "[" || sign === "{") brackets++;
    else if (sign === "]" || sign === "}") brackets = Math.max(0, brackets - 1);
    if (isMark(sign) && isBlank(text[at + 1])) marks++;
    else if (!isBlank(sign)) marks = 0;
    if (brackets > mostLevels || marks > mostLevels) return at;
  }
  return undefined;
}

const isMark = (sign: string): boolean => sign === "-" || sign === "?" || sign === ":";

const isBlank = (sign: string | undefined): boolean => sign === " " || sign === "\t";
