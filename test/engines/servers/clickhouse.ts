import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { serverFolder } from "./cache.js";
import { freePort, type Server, startServer } from "./server.js";

export interface ClickhouseOptions {
  readonly user: string;
  readonly password: string;
  /** As ClickHouse's setting of that name; 2: reading, and setting settings. */
  readonly readonly?: 0 | 1 | 2;
}

/** ClickHouse's engine, which chdb carries, behind an HTTP front. */
export async function startClickhouse({
  user,
  password,
  readonly = 2,
}: ClickhouseOptions): Promise<Server & { readonly port: number }> {
  const port = await freePort();
  const data = await mkdtemp(join(tmpdir(), "hindcast-clickhouse-"));
  const server = await startServer({
    name: "clickhouse",
    command: [
      ...[process.execPath, fileURLToPath(new URL("clickhouse-front.mjs", import.meta.url))],
      ...["--chdb", join(serverFolder("chdb"), "node_modules/chdb")],
      ...["--port", String(port), "--data", data, "--readonly", String(readonly)],
      ...["--user", user, "--password", password],
    ] as [string, ...string[]],
    port,
    patience: 60,
  });
  return {
    ...server,
    port,
    stop: async () => {
      await server.stop();
      await rm(data, { recursive: true, force: true });
    },
  };
}
