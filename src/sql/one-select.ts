import { reason, StudyError } from "../errors.js";
import { type Lexis, type SqlToken, sqlTokens } from "../sql-tokens.js";

const begins = /^(?:select|with|from|values|table|pivot|unpivot)$/i;
const writes =
  /^(?:insert|update|delete|merge|replace|copy|create|drop|alter|truncate|call|attach)$/i;
const oddBreak = /\r(?!$)|[\u2028\u2029\u0085\f\v]/;

/**
 * The user's own query without a semicolon at its end. Throws StudyError unless it is one statement that
 * reads: it stands inside of others, and what closes their brackets, or follows a semicolon, would be run.
 */
export function oneSelect(sql: string, lexis: Lexis): string {
  const text = sql.replace(/[;\s]+$/, "");
  const fault = faultOf(sqlTokens(text, lexis));
  if (fault === undefined) return text;
  const message = `Expected { sql: … } to be one statement that reads (SELECT …, WITH … SELECT …), but ${fault}. Write one SELECT; what must be prepared before it is prepared elsewhere.`;
  throw new StudyError(reason("notOneSelect", message));
}

function faultOf(all: readonly SqlToken[]): string | undefined {
  const open = all.find(({ isClosed }) => !isClosed);
  if (open !== undefined) return `${shown(open)} is not closed`;
  const comments = all.flatMap(({ kind, text }) => (kind === "comment" ? [text] : []));
  // Engines differ in where these comments end: what one takes for a comment, another runs.
  if (comments.some((text) => !text.startsWith("/*") && oddBreak.test(text))) {
    return "a comment holds a line break that is not one to every engine";
  }
  if (comments.some((text) => text.startsWith("/*") && text.lastIndexOf("/*") > 0)) {
    return "a comment stands in a comment";
  }
  const tokens = all.filter(({ kind }) => kind !== "comment");
  const semicolon = tokens.findIndex(({ text }) => text === ";");
  if (semicolon >= 0) return "a semicolon stands in it, so that it is several";
  const first = tokens.find(({ text }) => text !== "(");
  if (first === undefined) return "it is empty";
  if (first.kind !== "word" || !begins.test(first.text)) return `it begins with ${shown(first)}`;
  return bracketsIn(tokens) ?? writingIn(tokens);
}

function bracketsIn(tokens: readonly SqlToken[]): string | undefined {
  let depth = 0;
  for (const { kind, text } of tokens) {
    if (kind === "symbol" && text === "(") depth++;
    if (kind === "symbol" && text === ")") depth--;
    if (depth < 0) return "a bracket closes in it that was not opened";
  }
  return depth > 0 ? "a bracket of it is not closed" : undefined;
}

/** `WITH x AS (DELETE … RETURNING …) SELECT`, `WITH … INSERT` and `SELECT … INTO` write. */
function writingIn(tokens: readonly SqlToken[]): string | undefined {
  const writer = tokens.find((token, at) => {
    const [before, after] = [tokens[at - 1]?.text ?? "", tokens[at + 1]?.text ?? ""];
    if (token.kind !== "word" || before === "." || after === "." || after === "(") return false;
    if (/^into$/i.test(token.text)) return true;
    return writes.test(token.text) && /^[()]$/.test(before) && /^\w/.test(after);
  });
  return writer === undefined ? undefined : `${shown(writer)} in it writes`;
}

const longest = 20;

const shown = ({ text }: SqlToken): string =>
  JSON.stringify(text.length > longest ? `${text.slice(0, longest)}…` : text);
