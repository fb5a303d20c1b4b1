import { EngineError, reason } from "../../errors.js";
import { timeLimit } from "../shared/time-limit.js";
import { describeClickhouseUrl } from "./address.js";
import { type HoldingSession, requireHolding } from "./hold.js";
import type { ClickhouseOptions } from "./options.js";
import { rowsOf } from "./rows.js";
import type { Server } from "./server.js";

/** Seconds. */
export const patience = 30;

export interface Greeting {
  readonly version: (signal?: AbortSignal) => Promise<string>;
  readonly hasAnswered: () => boolean;
}

/** The server's first answer, which is asked for once. */
export function greeting(
  server: Server,
  { url, connectTimeout = patience }: ClickhouseOptions,
  session: HoldingSession | undefined,
): Greeting {
  let version: string | undefined;
  const ask = async (callers?: AbortSignal): Promise<string> => {
    if (version !== undefined) return version;
    const limit = timeLimit(Math.ceil(1000 * connectTimeout));
    const signal = AbortSignal.any([server.obeying(callers), limit]);
    try {
      const said = await askVersion(server, signal);
      if (session !== undefined) await requireHolding(session, signal);
      version = said;
      return version;
    } catch (error) {
      if (signal.reason !== limit.reason || !limit.aborted) throw error;
      throw noAnswer(describeClickhouseUrl(url), connectTimeout, error);
    }
  };
  return { version: ask, hasAnswered: () => version !== undefined };
}

async function askVersion(server: Server, signal: AbortSignal): Promise<string> {
  const columns = [{ name: "version", type: "text" as const }];
  const probe = {
    sql: "SELECT version() AS version",
    columns,
    purpose: "version of the server",
  };
  let version = "";
  for await (const batch of rowsOf(server.ask(probe.sql, signal), probe, undefined)) {
    version = String(batch.columns.get("version")?.[0]);
  }
  return version;
}

function noAnswer(address: string, seconds: number, cause: unknown): EngineError {
  const message = `Expected ClickHouse to answer at ${address} within ${seconds} seconds, but it did not. Check engine.url and whether a firewall stands between, or raise engine.connectTimeout.`;
  const facts = { engine: "clickhouse", url: address };
  return new EngineError("network", reason("networkFailed", message, facts), { cause });
}
