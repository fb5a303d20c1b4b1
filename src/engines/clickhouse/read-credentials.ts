import { readFileSync } from "node:fs";
import type { Address } from "./address.js";
import { type ClickhouseOptions, optionError } from "./options.js";

export type Credentials =
  | { readonly token: string }
  | { readonly user: string; readonly password: string };

type Environment = Readonly<Record<string, string | undefined>>;

/** Who asks: by option or file, else by the URL, else by the environment, else "default". */
export function readCredentials(
  options: ClickhouseOptions,
  address: Address,
  environment: Environment = process.env,
): Credentials {
  const named = [options.user, options.password, options.passwordFile, address.user];
  const isNamed = named.some((each) => each !== undefined);
  const token = options.token ?? (isNamed ? undefined : environment.HINDCAST_CLICKHOUSE_TOKEN);
  if (token) return { token };
  return {
    user: options.user ?? address.user ?? fromEnvironment("USER", environment) ?? "default",
    password:
      options.password ??
      fromFile(options.passwordFile) ??
      address.password ??
      fromEnvironment("PASSWORD", environment) ??
      "",
  };
}

function fromEnvironment(what: "USER" | "PASSWORD", environment: Environment): string | undefined {
  return environment[`HINDCAST_CLICKHOUSE_${what}`] ?? environment[`CLICKHOUSE_${what}`];
}

function fromFile(path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  try {
    return readFileSync(path, "utf8").replace(/\r?\n$/, "");
  } catch (cause) {
    const message = `Expected engine.passwordFile to be a file that can be read, but "${path}" is not.`;
    throw optionError(message, cause);
  }
}
