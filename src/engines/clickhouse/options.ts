import type { StudyError } from "../../errors.js";
import { optionError as errorOf, millisecondsOf } from "../shared/option-error.js";

/** How to reach a ClickHouse server by its HTTP interface. Read rights suffice (`readonly = 2`). */
export interface ClickhouseOptions {
  /**
   * `https://host:8443/database?setting=value`: user and password may stand before the host, settings
   * of ClickHouse behind the question mark.
   */
  readonly url: string;
  /** Default: that of the URL, of the environment for the server of HINDCAST_CLICKHOUSE_URL, or "default". */
  readonly user?: string;
  /** Default: that of the URL, of `passwordFile`, or of the environment for the server of HINDCAST_CLICKHOUSE_URL. */
  readonly password?: string;
  /** A file that holds the password and nothing else but a line break. */
  readonly passwordFile?: string;
  /** A JWT instead of user and password (ClickHouse Cloud), or HINDCAST_CLICKHOUSE_TOKEN. */
  readonly token?: string;
  /** Where tables without a database are looked for; default: that of the URL, or "default". */
  readonly database?: string;
  /** HTTP headers that a proxy before the server wants. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Settings of ClickHouse for every query, such as max_threads or max_memory_usage. */
  readonly settings?: Readonly<Record<string, string | number>>;
  /** Seconds that one statement may take; no limit by default. */
  readonly timeout?: number;
  /** Seconds to wait for the server's first answer, and for a lost connection to come back; 30 by default. */
  readonly connectTimeout?: number;
  /** Seconds without a word of a server at work, after which the connection counts as lost; 60 by default. */
  readonly silence?: number;
  /**
   * Whether rows that several statements read are held in temporary tables of an HTTP session. Needs the right CREATE TEMPORARY TABLE. Not held by default.
   */
  readonly hold?: boolean;
}

/** Throws StudyError where an option cannot be meant. */
export function checkOptions({
  timeout,
  connectTimeout,
  silence,
  token,
  ...rest
}: ClickhouseOptions): void {
  for (const [name, seconds] of Object.entries({ timeout, connectTimeout, silence }))
    if (seconds !== undefined) millisecondsOf("clickhouse", name, seconds);
  const others = [rest.user, rest.password, rest.passwordFile];
  if (token !== undefined && others.some((other) => other !== undefined)) {
    throw optionError(
      "Expected the option token, or a user with a password, but got both. Remove one.",
    );
  }
  if (rest.password !== undefined && rest.passwordFile !== undefined) {
    throw optionError("Expected the option password, or passwordFile, but got both. Remove one.");
  }
}

export const optionError = (message: string, cause?: unknown): StudyError =>
  errorOf("clickhouse", message, {}, cause);
