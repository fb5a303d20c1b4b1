import type { StudyError } from "../../errors.js";
import { optionError } from "../shared/option-error.js";
import { contentOf, credentialOf, type Environment, secretIn } from "../shared/secrets.js";
import { usualSilence } from "../shared/silence.js";
import { describeSparkUrl, parseSparkUrl, requireHeader } from "./connection-url.js";

/** Where Spark is and how to speak to it. */
export interface SparkOptions {
  /** `sc://host[:15002]/;key=value…`: Spark Connect's address, with its own keys. */
  readonly url: string;
  /** Better said by HINDCAST_SPARK_TOKEN (with HINDCAST_SPARK_URL) or `tokenFile` than here. It is sent through TLS only, except to this machine. */
  readonly token?: string;
  /** A file that holds the token and nothing else. */
  readonly tokenFile?: string;
  /** Headers of every call, in addition to those of the address. */
  readonly headers?: Readonly<Record<string, string>>;
  /** A PEM file of the authorities to trust, where the system's are not the right ones. */
  readonly ca?: string;
  /** Seconds that one statement may take; as long as it wants by default. */
  readonly timeout?: number;
  /** Seconds to wait for a session, and for a lost connection to come back. Default: 30. */
  readonly connectTimeout?: number;
  /** Seconds without a word of a server at work, after which the connection counts as lost. Default: 60. */
  readonly silence?: number;
  /**
   * The schema in which rows that several statements read are held, as tables that are dropped at the end:
   * `{ schema: "scratch" }` or `{ schema: "catalog.scratch" }`. Not held by default.
   */
  readonly hold?: { readonly schema: string };
}

/** Options made complete; `token` must not be printed. */
export interface SparkSettings {
  readonly baseUrl: string;
  /** The address as it may be printed. */
  readonly address: string;
  readonly token: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly ca: string | undefined;
  readonly userId: string;
  readonly sessionId: string | undefined;
  readonly clientType: string;
  readonly timeout: number | undefined;
  readonly patience: number;
  readonly silence: number;
  /** The schema in which rows are held. */
  readonly scratch: string | undefined;
}

/** The settings that options and the environment make; throws StudyError, without any secret. */
export function readSettings(
  options: SparkOptions,
  environment: Environment = process.env,
): SparkSettings {
  if (typeof options.url !== "string") {
    throw mistake(
      "Expected engine.url to be Spark Connect's address, sc://host:15002, but got none.",
    );
  }
  const url = parseSparkUrl(options.url);
  const token = tokenOf(options, url.token, environment);
  const isHere = /^(?:localhost|127\.\d+\.\d+\.\d+|::1)$/i.test(url.host);
  const useSsl = url.useSsl ?? (token !== undefined && !isHere);
  if (token !== undefined && !useSsl && !isHere) {
    throw mistake(
      "A token goes to another machine through TLS only: take use_ssl=false from engine.url.",
    );
  }
  for (const [name, value] of Object.entries(options.headers ?? {})) requireHeader(name, value);
  const host = url.host.includes(":") ? `[${url.host}]` : url.host;
  return Object.freeze({
    baseUrl: `${useSsl ? "https" : "http"}://${host}:${url.port}`,
    address: describeSparkUrl(url),
    token,
    headers: { ...url.headers, ...options.headers },
    ca: options.ca === undefined ? undefined : contentOf(options.ca, "spark", "ca"),
    userId: url.userId ?? "hindcast",
    sessionId: url.sessionId,
    clientType: url.userAgent ?? "hindcast",
    timeout: options.timeout === undefined ? undefined : milliseconds("timeout", options.timeout),
    patience: milliseconds("connectTimeout", options.connectTimeout ?? 30),
    silence: milliseconds("silence", options.silence ?? usualSilence),
    scratch: options.hold === undefined ? undefined : schemaOf(options.hold),
  });
}

function schemaOf({ schema }: NonNullable<SparkOptions["hold"]>): string {
  if (typeof schema === "string" && /^[^.\s]+(?:\.[^.\s]+)*$/.test(schema)) return schema;
  throw mistake(
    `Expected engine.hold to be { schema: name } with a schema, or catalog.schema, in which tables may be made, but got ${JSON.stringify(schema)}.`,
  );
}

function tokenOf(
  { token, tokenFile, url }: SparkOptions,
  ofUrl: string | undefined,
  environment: Environment,
): string | undefined {
  const ofFile =
    tokenFile === undefined ? undefined : secretIn(tokenFile, "spark", "tokenFile").trim();
  const variables = ["HINDCAST_SPARK_TOKEN", "SPARK_CONNECT_AUTHENTICATE_TOKEN"];
  const secret =
    token ??
    ofFile ??
    ofUrl ??
    credentialOf(environment, variables, { engine: "spark", url, placeOf });
  if (secret === undefined || /^[\x21-\x7e]+$/.test(secret)) return secret || undefined;
  throw mistake(
    "Expected the token for Spark to be visible ASCII characters without spaces, but it is not. Copy it again.",
  );
}

const placeOf = (url: string): string => {
  const { host, port } = parseSparkUrl(url);
  return `sc://${host.includes(":") ? `[${host}]` : host.toLowerCase()}:${port}`;
};

function milliseconds(name: string, seconds: number): number {
  if (Number.isFinite(seconds) && seconds > 0 && seconds <= 2_000_000)
    return Math.ceil(seconds * 1000);
  throw mistake(`Expected engine.${name} to be seconds in (0, 2000000], but got ${seconds}.`);
}

const mistake = (message: string): StudyError => optionError("spark", message);
