import type { Live } from "../page/index.js";
import type { FormatOptions, ReportDocument } from "../report/index.js";
import type { Progress } from "../sql/engine.js";
import type { Modules } from "./modules.js";

export interface Sink {
  readonly write: (text: string) => unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

/** The only time that commands know. */
export interface Clock {
  /** Milliseconds. */
  readonly now: () => number;
  /** Calls `tick` over and over; returns what stops it. */
  readonly every: (milliseconds: number, tick: () => void) => () => void;
}

/** Takes the document that a command answers with, and how it is written; `makeLive` makes a page of it answer again. */
export type Deliver = (
  document: ReportDocument,
  options: Pick<FormatOptions, "full" | "brief" | "link">,
  makeLive?: () => Promise<Live>,
) => Promise<void>;

/** All that a command may touch of the process it runs in. */
export interface Effects {
  /** The words after the program's name. */
  readonly argv: readonly string[];
  readonly stdout: Sink;
  readonly stderr: Sink;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly clock: Clock;
  /** Asks on the terminal and returns the line that was typed; absent where there is no terminal. */
  readonly ask?: (question: string) => Promise<string>;
  readonly open: (path: string) => void;
  /** Aborted by the first Ctrl-C, SIGTERM or SIGHUP. */
  readonly signal: AbortSignal;
  readonly modules: Modules;
  /** Runs commands for the program that speaks on stdin; absent where there is none. */
  readonly serve?: (effects: Effects) => Promise<void>;
  /** Takes answers in place of stdout. */
  readonly deliver?: Deliver;
  /** Is told of progress in place of stderr. */
  readonly onProgress?: (progress: Progress) => void;
}
