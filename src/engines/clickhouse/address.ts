import { optionError } from "./options.js";

export interface Address {
  /** Scheme, host and port. */
  readonly origin: string;
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly database: string | undefined;
  readonly settings: Readonly<Record<string, string>>;
}

const OURS: ReadonlySet<string> = new Set(["user", "password", "database"]);

/** Reads `https://user:password@host:8443/database?setting=value`; throws StudyError otherwise. */
export function readAddress(text: string): Address {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) throw notHttp(url);
  const [path = "", ...rest] = url.pathname.split("/").filter((part) => part !== "");
  if (rest.length > 0) {
    throw optionError(
      `Expected engine.url to have at most a database behind the host, but got "${url.pathname}".`,
    );
  }
  const { searchParams } = url;
  return {
    origin: url.origin,
    user: decoded(url.username) ?? searchParams.get("user") ?? undefined,
    password: decoded(url.password) ?? searchParams.get("password") ?? undefined,
    database: decoded(path) ?? searchParams.get("database") ?? undefined,
    settings: Object.fromEntries([...searchParams].filter(([name]) => !OURS.has(name))),
  };
}

/**
 * A URL fit for print: scheme, host, port and database, never a user, a password or a setting.
 *
 * @example
 * describeClickhouseUrl("https://me:secret@ch.example.com:8443/log"); // "https://ch.example.com:8443/log"
 */
export function describeClickhouseUrl(url: string): string {
  const { origin, database } = readAddress(url);
  return database === undefined ? origin : `${origin}/${encodeURIComponent(database)}`;
}

// The text itself may hold a password and is not repeated.
function notHttp(url: URL | undefined): Error {
  const came = url === undefined ? "a text that is not a URL" : `the scheme "${url.protocol}"`;
  return optionError(
    `Expected engine.url to be the HTTP address of a ClickHouse server, such as "http://localhost:8123" or "https://host:8443/database", but got ${came}. (The native ports 9000 and 9440 speak another protocol.)`,
  );
}

function decoded(part: string): string | undefined {
  if (part === "") return undefined;
  try {
    return decodeURIComponent(part);
  } catch (cause) {
    throw optionError(
      'Expected engine.url to be percent-encoded, but it has a "%" that is not. Write "%25" for "%".',
      cause,
    );
  }
}
