import { readFileSync } from "node:fs";
import { reason, StudyError } from "../../errors.js";
import { usualSilence } from "../shared/silence.js";

/** How to reach a PostgreSQL server. SELECT on the source suffices: every transaction is read-only. */
export interface PostgresOptions {
  /** `postgres://user@host:5432/database?sslmode=verify-full`. */
  readonly url: string;
  /** A file that holds the password; default: that of the address, HINDCAST_POSTGRES_PASSWORD or PGPASSWORD. */
  readonly passwordFile?: string;
  /** A PEM file of the authorities to trust, where the system's are not the right ones. */
  readonly ca?: string;
  /** Seconds that one statement may take; no limit by default. */
  readonly timeout?: number;
  /** Seconds to wait for a connection; 30 by default. */
  readonly connectTimeout?: number;
  /** Seconds without an answer to a sign of life, after which the connection counts as lost; 60 by default. */
  readonly silence?: number;
}

/** Options made complete, in milliseconds; the password must not be printed. */
export interface PostgresSettings {
  /** What the client is made of. */
  readonly client: Readonly<Record<string, unknown>>;
  /** The address as it may be printed. */
  readonly address: string;
  readonly timeout: number | undefined;
  readonly patience: number;
  readonly silence: number;
}

/** The settings that options and the environment make; throws StudyError, without any secret. */
export function readSettings(
  options: PostgresOptions,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): PostgresSettings {
  const url = URL.canParse(options.url) ? new URL(options.url) : undefined;
  if (url === undefined || !/^postgres(?:ql)?:$/.test(url.protocol)) {
    throw mistake(
      "Expected engine.url to be PostgreSQL's address, postgres://host:5432/database, but got another text.",
    );
  }
  const patience = milliseconds("connectTimeout", options.connectTimeout ?? 30);
  const password =
    contentOf(options.passwordFile, "passwordFile")?.replace(/\r?\n$/, "") ??
    (url.password === "" ? environment.HINDCAST_POSTGRES_PASSWORD : undefined);
  // What the address says holds for the client against all else.
  if (password !== undefined) url.password = encodeURIComponent(password);
  if (options.ca !== undefined && contentOf(options.ca, "ca") !== undefined) {
    url.searchParams.set("sslrootcert", options.ca);
    if (!url.searchParams.has("sslmode")) url.searchParams.set("sslmode", "verify-full");
  }
  return Object.freeze({
    client: {
      connectionString: url.href,
      application_name: "hindcast",
      connectionTimeoutMillis: patience,
      keepAlive: true,
    },
    address: `postgres://${url.host}${url.pathname}`,
    timeout: options.timeout === undefined ? undefined : milliseconds("timeout", options.timeout),
    patience,
    silence: milliseconds("silence", options.silence ?? usualSilence),
  });
}

function contentOf(path: string | undefined, option: string): string | undefined {
  if (path === undefined) return undefined;
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    const message = `Expected engine.${option} to be a file that can be read, but "${path}" is not.`;
    throw mistake(message, cause);
  }
}

// What a timer of Node can hold.
const longest = 2_147_483;

function milliseconds(name: string, seconds: number): number {
  if (seconds > 0 && seconds <= longest) return Math.ceil(1000 * seconds);
  throw mistake(
    `Expected engine.${name} to be seconds above 0 and up to ${longest}, but got ${seconds}.`,
  );
}

const mistake = (message: string, cause?: unknown): StudyError =>
  new StudyError(reason("engineOption", message, { engine: "postgres" }), { cause });
