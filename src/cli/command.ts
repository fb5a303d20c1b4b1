import type { Command } from "commander";
import type { Session } from "./session.js";

export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<CommandModule>;
}

/** A command: what it takes, and what it does; it returns the exit code. */
export interface CommandModule {
  /** What one types, a line each; the first lines of its help. */
  readonly examples: string;
  /** What flags do not say; the last lines of its help. */
  readonly notes?: string;
  readonly declare: (command: Command) => Command;
  readonly run: (
    words: readonly string[],
    flags: Readonly<Record<string, unknown>>,
    session: Session,
  ) => Promise<number>;
}
