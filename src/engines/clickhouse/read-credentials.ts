import { credentialOf, type Environment, secretIn } from "../shared/secrets.js";
import { type Address, readAddress } from "./address.js";
import type { ClickhouseOptions } from "./options.js";

export type Credentials =
  | { readonly token: string }
  | { readonly user: string; readonly password: string };

/**
 * Who asks: by option or file, else by the URL, else by the environment, where that names this server, else
 * "default". Throws StudyError where the environment's are for another.
 */
export function readCredentials(
  options: ClickhouseOptions,
  address: Address,
  environment: Environment = process.env,
): Credentials {
  const placeOf = (url: string): string => readAddress(url).origin;
  const addressee = { engine: "clickhouse", url: address.origin, placeOf };
  const ofEnvironment = (...names: readonly string[]): string | undefined =>
    credentialOf(environment, names, addressee);
  const named = [options.user, options.password, options.passwordFile, address.user];
  const isNamed = named.some((value) => value !== undefined);
  const token = options.token ?? (isNamed ? undefined : ofEnvironment("HINDCAST_CLICKHOUSE_TOKEN"));
  if (token) return { token };
  const { passwordFile: path } = options;
  return {
    user:
      options.user ??
      address.user ??
      ofEnvironment("HINDCAST_CLICKHOUSE_USER", "CLICKHOUSE_USER") ??
      "default",
    password:
      options.password ??
      (path === undefined ? undefined : secretIn(path, "clickhouse", "passwordFile")) ??
      address.password ??
      ofEnvironment("HINDCAST_CLICKHOUSE_PASSWORD", "CLICKHOUSE_PASSWORD") ??
      "",
  };
}
