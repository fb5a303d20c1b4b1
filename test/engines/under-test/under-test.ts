import type {
  Ability as LawAbility,
  ConnectOptions as LawOptions,
} from "../../../src/engines/laws.js";
import type { Engine } from "../../../src/sql/engine.js";
import type { GoldenLog } from "../golden/golden-log.js";

/** An engine that must give the golden numbers, and what a test may expect of it. */
export interface UnderTest {
  readonly name: string;
  /** Why it cannot run here; undefined where it can. */
  readonly unavailable: string | undefined;
  /** Starts its server, if it has one, over the golden logs. */
  readonly start: (logs: readonly WrittenLog[]) => Promise<Running>;
  /** A query that takes a minute or longer, as a source; its one column is a BIGINT called n. */
  readonly slowSource: string;
  /** A query of a million rows or more, their one column a BIGINT called n. */
  readonly manyRows: string;
  /** Queries that only select and do more than read, with the function by which each is refused. */
  readonly effects?: readonly (readonly [called: string, sql: string])[];
  /** What is said of the rights of its user. */
  readonly rights?: RegExp;
  /** Queries that read and compute, their one column called a. */
  readonly readings?: readonly string[];
  /** The golden questions that it is asked; all, if not said, or if HINDCAST_GOLDEN=all is. */
  readonly asked?: RegExp;
  /** Of these it is asked one of so many, by the seed, where another engine runs the same statements; all, if not said. */
  readonly shares?: number;
  /** How many random relations of each kind it is asked; fewer where each takes a second. */
  readonly relations?: number;
  /** What it lacks by its nature, by name, each with the reason: told in the suite's output. */
  readonly lacks: Partial<Readonly<Record<Ability, string>>>;
}

/** What an engine may lack: its tests are then left out, and the output says why. */
export type Ability =
  | LawAbility
  | "files"
  | "CSV files"
  | "JSON lines"
  | "network"
  | "states of sources"
  | "asked what runs"
  | "order by any expression";

export interface WrittenLog extends GoldenLog {
  /** Parquet files that hold the rows. */
  readonly paths: readonly string[];
}

export interface Running {
  readonly connect: (options?: ConnectOptions) => Promise<Engine>;
  /** The source by which a study names a log. */
  readonly source: (log: WrittenLog) => unknown;
  /** Writes the rows of a log again, where that is not to write its files. */
  readonly rewrite?: (log: WrittenLog) => Promise<void>;
  /** Its server's group of processes. */
  readonly pid?: number;
  /** The port at which its server listens, if it has one. */
  readonly port?: number;
  /** How a study on the command line names the server. */
  readonly study?: { readonly engine: unknown; readonly env: Readonly<Record<string, string>> };
  /** How many jobs run, as the server itself says. */
  readonly jobs?: () => Promise<number>;
  readonly stop: () => Promise<void>;
}

export interface ConnectOptions extends LawOptions {
  /** Seconds for which a lost connection is tried again. */
  readonly connectTimeout?: number;
  /** Seconds of silence after which the connection counts as lost. */
  readonly silence?: number;
  /** Another port of this machine than the server's own: a proxy's. */
  readonly port?: number;
  /** Whether rows that several statements read are held, where the engine may. */
  readonly hold?: true;
}

/** An engine under test that runs, and one connection to it. */
export interface OpenEngine {
  readonly running: Running;
  readonly engine: Engine;
  readonly logs: readonly WrittenLog[];
}
