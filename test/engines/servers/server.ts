import { spawn } from "node:child_process";
import { createWriteStream, mkdirSync } from "node:fs";
import { createServer, connect as dial } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

/** A server of the suite's own, in a process group of its own. */
export interface Server {
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

export interface ServerOptions {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  readonly env?: Readonly<Record<string, string>>;
  /** The folder in which it runs; this one, if not said. */
  readonly cwd?: string;
  /** The port at which it listens when it is ready. */
  readonly port: number;
  /** Seconds to wait for that. */
  readonly patience: number;
}

const logs = "reports/servers";
const tail = 4000;

/** Starts a server and waits until it listens; throws with the end of its log if it does not. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { name, command, env = {}, cwd, port, patience } = options;
  const [program, ...args] = command;
  const started = spawn(program, args, {
    detached: true,
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  mkdirSync(logs, { recursive: true });
  const log = createWriteStream(`${logs}/${name}.log`);
  const hear = (chunk: Buffer): void => {
    log.write(chunk);
    said = (said + chunk).slice(-tail);
  };
  started.stdout.on("data", hear);
  started.stderr.on("data", hear);
  let ended: string | undefined;
  started.on("error", (error) => {
    ended = error.message;
  });
  started.on("exit", (code, signal) => {
    ended = `it ended with ${signal ?? `exit code ${code}`}`;
  });
  const { pid = 0 } = started;
  const kill = (signal: NodeJS.Signals): void => {
    if (pid > 0) signalGroup(pid, signal);
  };
  const last = (): void => kill("SIGKILL");
  process.once("exit", last);
  const stop = async (): Promise<void> => {
    process.off("exit", last);
    kill("SIGTERM");
    for (let i = 0; i < 100 && isAlive(pid); i++) await wait(50);
    kill("SIGKILL");
    log.end();
  };
  for (const end = Date.now() + 1000 * patience; !(await listens(port)); await wait(100)) {
    if (ended === undefined && Date.now() < end) continue;
    await stop();
    const why = ended ?? `it did not listen at port ${port} within ${patience} seconds`;
    throw new Error(`The server "${name}" did not start: ${why}. It said at last:\n${said}`);
  }
  return { pid, stop };
}

function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-group, signal);
  } catch {
    return false;
  }
}

const isAlive = (group: number): boolean => group > 0 && signalGroup(group, 0);

/** Whether somebody listens at a port. */
export const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = dial(port, "127.0.0.1");
    const tell = (answer: boolean) => () => {
      socket.destroy();
      resolve(answer);
    };
    socket.once("connect", tell(true)).once("error", tell(false));
  });

/** A port that nobody listens at now. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
