import { spawnSync } from "node:child_process";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { owned, type PostgresServer } from "./postgres.js";
import { freePort, type Server, startServer } from "./server.js";

/** Why no PgBouncer can run here; undefined where it can. */
export const whyNoPgbouncer = (): string | undefined =>
  spawnSync("pgbouncer", ["--version"]).status === 0
    ? undefined
    : "the package pgbouncer is not installed";

/** A pooler before a server, which gives a connection of the server's to each transaction. */
export async function startPgbouncer(
  server: PostgresServer,
): Promise<Server & { readonly url: string }> {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), "hindcast-pgbouncer-"));
  await chmod(folder, 0o755);
  const users = join(folder, "users.txt");
  await writeFile(users, `"golden" "${server.password}"\n`);
  const settings = join(folder, "pgbouncer.ini");
  await writeFile(
    settings,
    [
      ...["[databases]", `postgres = host=127.0.0.1 port=${server.port} dbname=postgres`],
      ...["[pgbouncer]", `listen_port = ${port}`, "listen_addr = 127.0.0.1"],
      ...["unix_socket_dir =", "auth_type = plain", `auth_file = ${users}`],
      ...["pool_mode = transaction", "ignore_startup_parameters = extra_float_digits", ""],
    ].join("\n"),
  );
  const pooler = await startServer({
    name: "pgbouncer",
    command: owned("pgbouncer", settings),
    port,
    patience: 20,
  });
  return {
    ...pooler,
    url: `postgres://golden@127.0.0.1:${port}/postgres`,
    stop: async () => {
      await pooler.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
