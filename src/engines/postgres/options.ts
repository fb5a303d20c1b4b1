import { millisecondsOf, optionError } from "../shared/option-error.js";
import { contentOf, credentialOf, type Environment, secretIn } from "../shared/secrets.js";
import { usualSilence } from "../shared/silence.js";

/** How to reach a PostgreSQL server. SELECT on the source suffices: every transaction is read-only, but one that makes a temporary table with `hold`. */
export interface PostgresOptions {
  /** `postgres://user@host:5432/database?sslmode=verify-full`. */
  readonly url: string;
  /** A file that holds the password; default: that of the address, or of the environment for the server that it names. */
  readonly passwordFile?: string;
  /** A PEM file of the authorities to trust, where the system's are not the right ones. */
  readonly ca?: string;
  /** Seconds that one statement may take; no limit by default. */
  readonly timeout?: number;
  /** Seconds to wait for a connection; 30 by default. */
  readonly connectTimeout?: number;
  /** Seconds without an answer to a sign of life, after which the connection counts as lost; 60 by default. */
  readonly silence?: number;
  /** Whether rows that several statements read are held in temporary tables; false by default. */
  readonly hold?: boolean;
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
  readonly hold: boolean;
}

/** The settings that options and the environment make; throws StudyError, without any secret. */
export function readSettings(
  options: PostgresOptions,
  environment: Environment = process.env,
): PostgresSettings {
  const url = addressOf(options.url);
  const patience = millisecondsOf("postgres", "connectTimeout", options.connectTimeout ?? 30);
  const password = passwordOf(options, url, environment);
  // What the address says holds for the client against all else.
  if (password !== undefined) url.password = encodeURIComponent(password);
  if (options.ca !== undefined) {
    contentOf(options.ca, "postgres", "ca");
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
    timeout:
      options.timeout === undefined
        ? undefined
        : millisecondsOf("postgres", "timeout", options.timeout),
    patience,
    silence: millisecondsOf("postgres", "silence", options.silence ?? usualSilence),
    hold: options.hold ?? false,
  });
}

function addressOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^postgres(?:ql)?:$/.test(url.protocol)) return url;
  throw optionError(
    "postgres",
    "Expected engine.url to be PostgreSQL's address, postgres://host:5432/database, but got another text.",
  );
}

/** The password of the file or of the environment; undefined where the address or nobody says one. */
function passwordOf(
  { passwordFile: path }: PostgresOptions,
  url: URL,
  environment: Environment,
): string | undefined {
  if (path !== undefined) return secretIn(path, "postgres", "passwordFile");
  if (url.password !== "" || url.searchParams.get("password")) return undefined;
  const placeOf = (text: string): string => serverOf(addressOf(text), environment);
  const { PGHOST, PGPASSWORD, HINDCAST_POSTGRES_PASSWORD: ours } = environment;
  // libpq's own variables belong together.
  if (!ours && PGHOST && placeOf(url.href) === placeOf("postgres://")) return PGPASSWORD;
  const variables = ["HINDCAST_POSTGRES_PASSWORD", "PGPASSWORD"];
  return credentialOf(environment, variables, { engine: "postgres", url: url.href, placeOf });
}

/** The server that the client connects to: parameters stand above the host, and the last of a name holds. */
function serverOf(url: URL, { PGHOST, PGPORT }: Environment): string {
  const said = Object.fromEntries(url.searchParams);
  const host = said.host || decodeURIComponent(url.hostname) || PGHOST || "localhost";
  return `postgres://${encodeURIComponent(host.toLowerCase())}:${said.port || url.port || PGPORT || 5432}`;
}
