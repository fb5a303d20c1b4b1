import type { ClickHouseClient } from "@clickhouse/client";
import { reason, UnsupportedError } from "../../errors.js";
import { type Address, readAddress } from "./address.js";
import { type ClickhouseOptions, optionError } from "./options.js";
import { type Credentials, readCredentials } from "./read-credentials.js";

export type ClientModule = typeof import("@clickhouse/client");
export type { ClickHouseClient };

const importClient = (): Promise<ClientModule> => import("@clickhouse/client");

/** The client's own package, which is installed only where it is wanted. */
export async function loadClient(
  load: () => Promise<ClientModule> = importClient,
): Promise<ClientModule> {
  try {
    return await load();
  } catch (cause) {
    const message =
      "The clickhouse engine needs the package @clickhouse/client, which is not installed. Run: npm install @clickhouse/client";
    const facts = { engine: "clickhouse", package: "@clickhouse/client" };
    throw new UnsupportedError(reason("clientMissing", message, facts), { cause });
  }
}

/** A client that writes nothing, and whose sockets may be silent for as long as a query takes. */
export function openClient(module: ClientModule, options: ClickhouseOptions): ClickHouseClient {
  const address = readAddress(options.url);
  const credentials = readCredentials(options, address);
  try {
    return module.createClient({
      url: address.origin,
      ...loginOf(credentials),
      ...databaseOf(options, address),
      http_headers: { ...options.headers },
      application: "hindcast",
      request_timeout: 0,
      max_open_connections: 64,
      log: { level: module.ClickHouseLogLevel.OFF },
    });
  } catch (cause) {
    throw optionError("The ClickHouse client did not take the engine's options.", cause);
  }
}

function loginOf(credentials: Credentials): Readonly<Record<string, string>> {
  return "token" in credentials
    ? { access_token: credentials.token }
    : { username: credentials.user, password: credentials.password };
}

function databaseOf(options: ClickhouseOptions, address: Address): { readonly database?: string } {
  const database = options.database ?? address.database;
  return database === undefined ? {} : { database };
}
