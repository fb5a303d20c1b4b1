import { relative, resolve } from "node:path";
import { plainLine, plainLines } from "../plain-line.js";
import type { Progress } from "../sql/engine.js";
import { checkFolders } from "./check-folders.js";
import type { Effects } from "./effects.js";
import type { Modules } from "./modules.js";
import { startProgress } from "./progress-line.js";
import { writeFileSafely, writePrivately } from "./write-file-safely.js";

/** One run of a command: what it may call, where its words go, and which files it has written. */
export interface Session {
  /** What it was opened with, for a command that runs others. */
  readonly effects: Effects;
  readonly modules: Modules;
  readonly signal: AbortSignal;
  readonly terminal: {
    readonly colour: boolean;
    readonly width: number;
    readonly isTerminal: boolean;
  };
  /** A path of the command line, made absolute. */
  readonly path: (name: string) => string;
  /** To stdout: the answer. */
  readonly print: (text: string) => void;
  /** To stderr: everything else, a line at a time. */
  readonly say: (line: string) => void;
  /** Throws unless files can be put at these paths; absent ones are none. */
  readonly canWrite: (paths: readonly (string | undefined)[]) => Promise<void>;
  readonly writeText: (path: string, text: string | Uint8Array) => Promise<void>;
  /** A file with data of users: its owner alone may read it. */
  readonly writeBy: (path: string, write: (part: string) => Promise<void>) => Promise<void>;
  /** Asks on the terminal; absent where there is none. */
  readonly ask?: (question: string) => Promise<string>;
  /** Counts a file as kept that something else has written. */
  readonly kept: (path: string) => void;
  readonly keptFiles: () => readonly string[];
  readonly show: (path: string) => void;
  /** How this program is called where it runs: from a clone, by npx, or installed. */
  readonly command: string;
  /** Runs a long job; its progress is told on stderr. */
  readonly long: <T>(job: (onProgress: (progress: Progress) => void) => Promise<T>) => Promise<T>;
}

export function openSession(effects: Effects): Session {
  const { modules, signal, stdout, stderr, clock, cwd, ask } = effects;
  const kept: string[] = [];
  const path = (name: string): string => resolve(cwd, name);
  const keep = (name: string): void => {
    kept.push(relative(cwd, path(name)) || name);
  };
  return {
    effects,
    modules,
    signal,
    terminal: terminalOf(effects),
    path,
    print: (text) => void stdout.write(text),
    say: (line) => void stderr.write(`${plainLine(line)}\n`),
    kept: keep,
    show: (name) => effects.open(path(name)),
    command: commandOf(effects.env),
    keptFiles: () => kept,
    ...(ask && { ask: (question: string) => ask(plainLines(question)) }),
    canWrite: (paths) => checkFolders(paths.flatMap((name) => (name ? [path(name)] : []))),
    async writeText(name, text) {
      signal.throwIfAborted();
      await writeFileSafely(path(name), text);
      keep(name);
    },
    async writeBy(name, write) {
      signal.throwIfAborted();
      await writePrivately(path(name), write);
      keep(name);
    },
    async long(job) {
      if (effects.onProgress !== undefined) return job(effects.onProgress);
      const progress = startProgress(stderr, clock);
      try {
        return await job(progress.report);
      } finally {
        progress.done();
      }
    },
  };
}

/** The same session without a word on stderr, but for errors. */
export const silent = (session: Session): Session => ({
  ...session,
  say: () => {},
  long: (job) => job(() => {}),
});

/** npm tells the scripts that it runs what it runs. */
function commandOf({ npm_lifecycle_event: script, npm_command: command }: Effects["env"]): string {
  if (command === "exec" || script === "npx") return "npx hindcast";
  return script === undefined ? "hindcast" : "npm run --silent hindcast --";
}

function terminalOf({ stdout, env }: Effects): Session["terminal"] {
  const isForced = env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== "0";
  const refused = (env.NO_COLOR ?? "") !== "" || env.TERM === "dumb";
  const colour = isForced || (stdout.isTTY === true && !refused);
  const width = stdout.columns ?? (Number.parseInt(env.COLUMNS ?? "", 10) || 100);
  return { colour, width: Math.min(140, Math.max(60, width)), isTerminal: stdout.isTTY === true };
}
