import type { StudyError } from "../../errors.js";
import { optionError } from "../shared/option-error.js";

export interface SparkUrl {
  readonly host: string;
  readonly port: number;
  /** Undefined where the address does not say. */
  readonly useSsl: boolean | undefined;
  readonly token: string | undefined;
  readonly userId: string | undefined;
  /** A session that stands already, whose views can be sources. */
  readonly sessionId: string | undefined;
  readonly userAgent: string | undefined;
  /** Every other key: headers of each call. */
  readonly headers: Readonly<Record<string, string>>;
}

const defaultPort = 15002;
const shape = /^sc:\/\/(?<host>\[[0-9a-f:.]+\]|[\w.-]+)(?::(?<port>\d{1,5}))?(?:\/(?<rest>.*))?$/is;
const form = "sc://host[:15002]/[;key=value…]";

/**
 * What a Spark Connect address says: `sc://host[:15002]/;token=…;use_ssl=true;user_id=…;session_id=…`,
 * where keys that Spark does not know are headers. Values are percent-decoded. Throws StudyError for
 * anything else, without repeating what may be secret.
 *
 * @example
 * parseSparkUrl("sc://cluster/;use_ssl=true").port // 15002
 */
export function parseSparkUrl(url: string): SparkUrl {
  const { host, port = defaultPort, rest = "" } = shape.exec(url)?.groups ?? {};
  if (host === undefined) throw mistake("it has another form");
  if (Number(port) < 1 || Number(port) > 65535) throw mistake("its port is not in [1, 65535]");
  const [path = "", ...pairs] = rest.split(";");
  if (path !== "") throw mistake("it has a path after the host, which must be empty");
  const values = pairsOf(pairs);
  const take = (key: string): string | undefined => {
    const value = values.get(key);
    values.delete(key);
    return value;
  };
  take("grpc_max_message_size");
  return Object.freeze({
    host: host.replace(/^\[|\]$/g, ""),
    port: Number(port),
    useSsl: booleanOf(take("use_ssl")),
    token: take("token"),
    userId: take("user_id"),
    sessionId: sessionOf(take("session_id")),
    userAgent: take("user_agent"),
    headers: headersOf(values),
  });
}

/** The address without anything secret: what errors and results may print. */
export function describeSparkUrl({ host, port, useSsl, userId, headers }: SparkUrl): string {
  const cluster = headers["x-databricks-cluster-id"];
  const said = [
    useSsl === undefined ? "" : `;use_ssl=${useSsl}`,
    userId === undefined ? "" : `;user_id=${encodeURIComponent(userId)}`,
    cluster === undefined ? "" : `;x-databricks-cluster-id=${encodeURIComponent(cluster)}`,
  ].join("");
  return `sc://${host.includes(":") ? `[${host}]` : host}:${port}${said === "" ? "" : `/${said}`}`;
}

/** Names and values as gRPC can send them; throws StudyError for others. */
export function requireHeader(name: string, value: string): void {
  if (!/^[\w.-]+$/.test(name)) {
    throw mistake("one of its keys holds a character that no header may");
  }
  if (!/^[\x20-\x7e]*$/.test(value)) {
    throw mistake(`the value of "${name}" holds a character that no header may`);
  }
}

function pairsOf(pairs: readonly string[]): Map<string, string> {
  const values = new Map<string, string>();
  for (const [i, pair] of pairs.entries()) {
    if (pair === "") continue;
    const [, key = "", value = ""] = /^([^=]+)=(.+)$/s.exec(pair) ?? [];
    if (key === "") throw mistake(`its part ${i + 1} after the host is not key=value`);
    if (values.has(key)) throw mistake("one of its keys occurs twice");
    values.set(key, decoded(value));
  }
  return values;
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch (cause) {
    throw mistake("one of its values holds a % that begins no character", cause);
  }
}

function booleanOf(value: string | undefined): boolean | undefined {
  if (value === undefined) return undefined;
  if (/^(?:true|false)$/i.test(value)) return value.toLowerCase() === "true";
  throw mistake("use_ssl is neither true nor false");
}

function sessionOf(value: string | undefined): string | undefined {
  if (value === undefined || /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)) {
    return value;
  }
  throw mistake("session_id is not a UUID");
}

function headersOf(values: ReadonlyMap<string, string>): Readonly<Record<string, string>> {
  for (const [name, value] of values) requireHeader(name, value);
  return Object.fromEntries([...values].map(([name, value]) => [name.toLowerCase(), value]));
}

function mistake(what: string, cause?: unknown): StudyError {
  const message = `Expected the address of Spark (engine.url) to be ${form}, but ${what}. Correct it.`;
  return optionError("spark", message, {}, cause);
}
