import { type SqlToken, sqlTokens } from "./sql-tokens.js";

/** What stands in the place of a secret. */
const hidden = "…";

const secretName =
  "(?:[\\w.-]*(?:passw(?:or)?d|passphrase|pwd|secret|token|credential|signature|api[_-]?key|access[_-]?key|account[_-]?key|key[_-]?id|private[_-]?key|authorization)[\\w.-]*|sig)";
const isSecretName = new RegExp(`^${secretName}$`, "i");

/** A text without what opens a door by the form of it, wherever it stands. */
const byForm: readonly (readonly [RegExp, (...found: readonly string[]) => string])[] = [
  [/\b([a-z][a-z0-9+.-]*:\/\/)([^\s'"`<>]+)/gi, (_, scheme = "", rest = "") => plain(scheme, rest)],
  [/\b(Bearer\s+)[\w.~+/-]+=*/gi, (_, before) => `${before}${hidden}`],
  [
    new RegExp(`\\b(${secretName}=)(["']?)[^\\s,;&)'"]+`, "gi"),
    (_, before, quote) => `${before}${quote}${hidden}`,
  ],
  [/\b(?:(?:AKIA|ASIA)[A-Z0-9]{16}|eyJ[\w-]{8,}\.[\w-]+\.[\w-]*)/g, () => hidden],
];

/** A salt as statements spell it: by its form messages leave it out, as any secret. */
export const saltText = (hex: string): string => `secret=${hex.slice(0, 32)}`;

/** Whether a statement holds a salt. */
export const holdsSalt = (sql: string): boolean => /'secret=[0-9a-f]{32}'/.test(sql);

/** An address without user, password, query and parameters; only its scheme where these cannot be told apart. */
function plain(scheme: string, rest: string): string {
  const [, authority = "", path = ""] = /^([^/;?#]*)([^;?#]*)/.exec(rest) ?? [];
  const host = authority.replace(/^.*@/s, "");
  // A password may hold what ends an authority: "https://me:a/b@host".
  if (/:\D/.test(host) && rest.includes("@")) return `${scheme}${hidden}`;
  const after = rest.slice(authority.length + path.length);
  const end = /^[?;#].*=/s.test(after) ? `${after.charAt(0)}${hidden}` : after;
  return `${scheme}${host}${path}${end}`;
}

/**
 * An address without its password and the values of parameters that are named as secrets. What else says
 * where something lies stays: the user, the database, a cluster's name.
 *
 * @example
 * addressWithoutSecrets("sc://me:pw@host/;token=abc;cluster-id=7"); // "sc://me@host/;token=…;cluster-id=7"
 */
export function addressWithoutSecrets(address: string): string {
  const [, scheme = "", rest = address] = /^([a-z][a-z0-9+.-]*:\/\/)(.*)$/is.exec(address) ?? [];
  return `${scheme}${withoutPassword(rest)}`.replace(
    /([?&;#])([^=&;#]*)=([^&;#]*)/g,
    (whole, before, name) =>
      isSecretName.test(decoded(name)) ? `${before}${name}=${hidden}` : whole,
  );
}

/** A password may hold what ends an authority ("me:a/b@host"): it then ends at the first "@". */
function withoutPassword(rest: string): string {
  const [authority = ""] = /^[^/?;#]*/.exec(rest) ?? [];
  if (authority.includes("@")) return rest.replace(/^([^/?;#:@]*):[^/?;#]*@/, "$1@");
  return /:\D/.test(authority) ? rest.replace(/^([^:]*):[^@]*@/, "$1@") : rest;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Table functions that take credentials by their place. */
const takesCredentials =
  /^(?:s3|gcs|cosn|oss|azure|iceberg|delta|hudi|paimon|hdfs|url|remote|cluster|mysql|maria|postgres|mongo|redis|jdbc|odbc|dblink)\w*$/i;
const format = /^(?:auto|orc|avro|native|(?:parquet|csv|tsv|json|tabseparated)\w*)$/i;

interface Call {
  /** A table function: its first text says where, the later ones may say who. */
  readonly reads: boolean;
  /** Inside of the later arguments of one. */
  readonly isLater: boolean;
  argument: number;
}

/** The texts of a statement that are secret by where they stand. */
function secretTexts(tokens: readonly SqlToken[]): readonly SqlToken[] {
  const found: SqlToken[] = [];
  const calls: Call[] = [];
  const isName = (at: number): boolean => tokens[at]?.kind === "word";
  const isFrom = (at: number): boolean => /^(?:from|join)$/i.test(tokens[at]?.text ?? "");
  tokens.forEach((token, at) => {
    const call = calls.at(-1);
    const isLater = call !== undefined && (call.isLater || (call.reads && call.argument > 0));
    if (/^[([{]$/.test(token.text)) {
      const name = tokens[at - 1]?.text ?? "";
      const isCall = token.text === "(" && isName(at - 1) && !isFrom(at - 1);
      const reads = isCall && (isFrom(at - 2) || takesCredentials.test(name));
      const isOption =
        name === "=" && isName(at - 2) && !isSecretName.test(tokens[at - 2]?.text ?? "");
      calls.push({ reads, isLater: isLater && !reads && !isOption, argument: 0 });
    } else if (/^[)\]}]$/.test(token.text)) calls.pop();
    else if (token.text === "," && call !== undefined) call.argument++;
    else if (token.kind === "quoted") {
      const isValue = /^=>?$/.test(tokens[at - 1]?.text ?? "");
      const name = isValue ? inner(tokens[at - 2]?.text ?? "") : "";
      const isOption = isValue && isName(at - 2) && call?.reads === true;
      const isSecret = isLater && !isOption && !format.test(inner(token.text));
      if (isSecret || isSecretName.test(name)) found.push(token);
    }
  });
  return found;
}

const inner = (text: string): string => text.replace(/^[eE]?['"`]|['"`]$/g, "");

/** Where a backslash escapes, another quote ends a text: the reading in which every quote ends is taken. */
function tokensOf(sql: string): readonly SqlToken[] {
  const escaped = sqlTokens(sql, { backslashes: true, hashes: false });
  return escaped.every(({ isClosed }) => isClosed)
    ? escaped
    : sqlTokens(sql, { backslashes: false, hashes: false });
}

/** ClickHouse and BigQuery begin comments so, too; `#>` and `#-` are operators of PostgreSQL. */
const hasHashes = (sql: string): boolean => /(?:^|\s)#[\s!]/.test(sql) && !/#[->]/.test(sql);

/**
 * A query without its comments.
 *
 * @example
 * withoutComments("select a -- the key is X\nfrom t"); // "select a\nfrom t"
 */
export function withoutComments(sql: string): string {
  const tokens = hasHashes(sql)
    ? sqlTokens(sql, { backslashes: false, hashes: true })
    : tokensOf(sql);
  const comments = tokens.filter(({ kind }) => kind === "comment");
  if (comments.length === 0) return sql;
  const bare = comments.reduceRight((rest, { at, text }) => {
    const before = rest.slice(0, at).replace(/[^\S\n]+$/, "");
    return `${before}${text.startsWith("/*") ? " " : ""}${rest.slice(at + text.length)}`;
  }, sql);
  return bare.trim();
}

/** The secrets that a statement spells out, to be taken out of what an engine says about it. */
export function secretsIn(sql: string): readonly string[] {
  const secrets = secretTexts(tokensOf(sql)).map(({ text }) => inner(text));
  return [...new Set(secrets)].filter((text) => text.length > 3);
}

/**
 * A text without the secrets that it spells out, and without those that are `known`: user, password and
 * query of addresses, values of names such as `password`, and in SQL every text that a table function takes
 * after the first.
 *
 * @example
 * withoutSecrets("select * from s3('https://b/log.parquet', 'KEY', 'SECRET')");
 * // "select * from s3('https://b/log.parquet', '…', '…')"
 */
export function withoutSecrets(text: string, known: readonly string[] = []): string {
  const tokens = /['"]/.test(text) ? tokensOf(text) : [];
  const secret = new Set(secretTexts(tokens));
  let parts = "";
  let from = 0;
  for (const token of tokens) {
    const instead = secret.has(token) ? hiddenText(token) : nestedText(token);
    if (instead === token.text) continue;
    parts += `${text.slice(from, token.at)}${instead}`;
    from = token.at + token.text.length;
  }
  const formless = byForm.reduce(
    (so, [pattern, instead]) => so.replace(pattern, instead),
    parts + text.slice(from),
  );
  return known.reduce(withoutWord, formless);
}

function hiddenText({ text, isClosed }: SqlToken): string {
  const quote = text.replace(/^[eE]/, "").charAt(0);
  return `${quote}${hidden}${isClosed ? quote : ""}`;
}

/** Messages quote statements: `came {"sql":"select …"}`. */
function nestedText({ text, isClosed }: SqlToken): string {
  if (!(text.startsWith('"') && text.includes("'"))) return text;
  return `"${withoutSecrets(isClosed ? text.slice(1, -1) : text.slice(1))}${isClosed ? '"' : ""}`;
}

function withoutWord(text: string, secret: string): string {
  const escaped = secret.replace(/[$()*+.?[\\\]^{|}]/g, "\\$&");
  return text.replace(new RegExp(`(?<!\\w)${escaped}(?!\\w)`, "g"), hidden);
}
