import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { chmod, chown, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, type Server, startServer } from "./server.js";

/** A PostgreSQL server of the suite's own, from the system's package. */
export interface PostgresServer extends Server {
  readonly port: number;
  readonly url: string;
  readonly password: string;
  /** A line of the shell that runs psql on it. */
  readonly psql: string;
  /** Runs a statement as its owner, with text for `COPY … FROM STDIN`. */
  readonly run: (sql: string, input?: string) => string;
}

const versions = "/usr/lib/postgresql";
const [newest] = existsSync(versions)
  ? readdirSync(versions).toSorted((a, b) => Number(b) - Number(a))
  : [];
const bin = join(versions, newest ?? "", "bin");
/** PostgreSQL refuses to run as root; Debian's package makes a user for it. */
const account = "postgres";
const isRoot = process.getuid?.() === 0;
export const owned = (...command: readonly string[]): [string, ...string[]] => {
  const [program = "", ...rest] = command;
  return isRoot ? ["runuser", "-u", account, "--", program, ...rest] : [program, ...rest];
};

/** Why no server can run here; undefined where it can. */
export function whyNoPostgres(): string | undefined {
  if (!existsSync(join(bin, "initdb"))) return "the package postgresql is not installed";
  if (!existsSync("node_modules/pg")) return "the package pg is not installed";
  const [program, ...args] = owned("true");
  return spawnSync(program, args).status === 0 ? undefined : `there is no user ${account}`;
}

const idOf = (flag: "-u" | "-g"): number =>
  Number(execFileSync("id", [flag, account], { encoding: "utf8" }));

/** Starts a server that a reader may read, with a password; with `standby` one that follows another, and waits for it. */
export async function startPostgres({
  standby = false,
}: {
  readonly standby?: boolean;
} = {}): Promise<PostgresServer> {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), "hindcast-pg-"));
  const password = "golden-password";
  const secret = join(folder, "password");
  await writeFile(secret, password);
  await chmod(secret, 0o644);
  if (isRoot) await chown(folder, idOf("-u"), idOf("-g"));
  const data = join(folder, "data");
  const [initdb, ...options] = owned(
    join(bin, "initdb"),
    ...["-D", data, "-U", "golden", "-A", "scram-sha-256", "--pwfile", secret],
    ...["-E", "UTF8", "--locale", "C.UTF-8", "--no-sync"],
  );
  execFileSync(initdb, options, { stdio: "ignore" });
  if (standby) await writeFile(join(data, "standby.signal"), "");
  const server = await startServer({
    name: "postgres",
    command: owned(
      join(bin, "postgres"),
      ...["-D", data, "-p", String(port), "-c", "listen_addresses=127.0.0.1"],
      ...["-c", `unix_socket_directories=${folder}`, "-c", "fsync=off"],
    ),
    port,
    patience: 60,
  });
  const url = `postgres://golden@127.0.0.1:${port}/postgres`;
  const psql = `PGPASSWORD=${password} ${join(bin, "psql")} ${url}`;
  const run = (sql: string, input = ""): string =>
    execFileSync(join(bin, "psql"), [url, "-X", "-q", "-At", "-v", "ON_ERROR_STOP=1", "-c", sql], {
      input,
      encoding: "utf8",
      env: { ...process.env, PGPASSWORD: password },
      maxBuffer: 2 ** 28,
    });
  // The port is open before the server takes connections.
  for (let i = 0; i < 50 && !answers(run); i++) execFileSync("sleep", ["0.2"]);
  return {
    ...server,
    ...{ port, url, password, psql, run },
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function answers(run: PostgresServer["run"]): boolean {
  try {
    return run("SELECT 1").trim() === "1";
  } catch {
    return false;
  }
}
