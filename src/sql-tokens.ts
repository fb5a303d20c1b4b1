/** How an engine reads what stands in quotes, and which lines are comments. */
export interface Lexis {
  /** Whether a backslash escapes inside of quotes. */
  readonly backslashes: boolean;
  /** Whether `#` begins a comment. */
  readonly hashes: boolean;
}

export interface SqlToken {
  readonly kind: "comment" | "quoted" | "word" | "symbol";
  readonly text: string;
  readonly at: number;
  /** Whether a quote or a comment ends before the text does. */
  readonly isClosed: boolean;
}

const quoted = (quote: string, backslashes: boolean): string =>
  backslashes
    ? `${quote}(?:[^${quote}\\\\]|\\\\[\\s\\S]|${quote}${quote})*(?:${quote}|$)`
    : `${quote}(?:[^${quote}]|${quote}${quote})*(?:${quote}|$)`;

const patternOf = ({ backslashes, hashes }: Lexis): RegExp =>
  new RegExp(
    [
      `(?<comment>${hashes ? "(?:--|#)" : "--"}[^\\n]*|/\\*[\\s\\S]*?(?:\\*/|$))`,
      `(?<quoted>[eE]${quoted("'", true)}|${["'", '"', "`"].map((quote) => quoted(quote, backslashes)).join("|")}|\\$(?<tag>\\w*)\\$[\\s\\S]*?(?:\\$\\k<tag>\\$|$))`,
      "(?<word>[\\p{L}\\p{N}_][\\p{L}\\p{N}_$]*)",
      "(?<symbol>=>|\\S)",
    ].join("|"),
    "gu",
  );

/** The parts of a statement, blanks left out. */
export function sqlTokens(sql: string, lexis: Lexis): readonly SqlToken[] {
  return Array.from(sql.matchAll(patternOf(lexis)), ({ 0: text, index: at, groups = {} }) => {
    const kind = kinds.find((each) => groups[each] !== undefined) ?? "symbol";
    return { kind, text, at, isClosed: isClosed(text, groups.tag) };
  });
}

const kinds = ["comment", "quoted", "word"] as const;

function isClosed(text: string, tag: string | undefined): boolean {
  if (tag !== undefined) return text.length > 2 * tag.length + 3 && text.endsWith(`$${tag}$`);
  if (text.startsWith("/*")) return text.length > 3 && text.endsWith("*/");
  const quote = /^[eE]?(['"`])/.exec(text)?.[1];
  if (quote === undefined) return true;
  const inner = text.slice(text.indexOf(quote) + 1);
  return inner.endsWith(quote);
}
