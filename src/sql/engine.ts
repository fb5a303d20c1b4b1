import type { Dialect } from "./dialect.js";
import type { Keep, Relation, SourceRef } from "./relation.js";
import type { SourceColumn } from "./source-column.js";

/** A statement with the types of its output columns; only DOUBLE, BIGINT and VARCHAR come back. */
export interface Plan<Name extends string = string> {
  readonly relation: Relation<Name>;
  readonly columns: readonly { readonly name: Name; readonly type: PlanType }[];
  /** Rows are counted by whole numbers of small ranges: an engine may keep a place for every combination. */
  readonly isDense?: boolean;
  /** Asks whether the log is still the same: an earlier answer is none. */
  readonly isFresh?: true;
  /** Counts and ranges by which a log shows that it changed: a run that goes on asks them again, and compares. */
  readonly tellsState?: true;
  /** What the statement is for, as progress and explanations name it: "survey of rows". */
  readonly purpose: string;
}

export type PlanType = "double" | "bigint" | "text";

/** A column of a batch: NULL is null, NaN never stands for it; numbers without NULL may be a typed array. */
export type BatchColumn =
  | Float64Array
  | BigInt64Array
  | readonly (number | null)[]
  | readonly (bigint | null)[]
  | readonly (string | null)[];

export interface Batch {
  readonly rows: number;
  readonly columns: ReadonlyMap<string, BatchColumn>;
}

export interface Progress {
  readonly purpose: string;
  /** The first report of a statement. */
  readonly begins?: true;
  /** So many statements are to begin: a report made before the first of them. */
  readonly planned?: number;
  readonly fraction?: number;
  readonly rows?: number;
  /** Of a cluster's tasks: those that have ended, and those planned so far. */
  readonly tasksDone?: number;
  readonly tasks?: number;
  readonly bytes?: number;
  /** Not how far a statement is, but what a reader should know of the run: a sentence without its full stop. */
  readonly note?: string;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

export interface DescribeOptions extends CallOptions {
  /** The columns that will be read, for engines that cannot list what there is. */
  readonly columns?: readonly string[];
}

export interface Misfits {
  readonly count: number;
  readonly example: string;
  /** Where it stands; undefined where that is not known. */
  readonly place?: { readonly file: string; readonly line: number };
}

/**
 * Where the data lives. Read rights suffice; only an engine that is told to hold rows makes tables, its own. `query` starts lazily,
 * gives batches as they come, and on abort stops the engine's own work and rejects with an
 * `EngineError` whose failure is `cancelled`.
 */
export interface Engine {
  readonly name: string;
  readonly dialect: Dialect;
  info(): Promise<EngineInfo>;
  describe(source: SourceRef, options?: DescribeOptions): Promise<readonly SourceColumn[]>;
  query(plan: Plan, options?: CallOptions): AsyncIterable<Batch>;
  explain(plan: Plan): Promise<string>;
  /**
   * Whether it computes a function of a text column once for each entry of a dictionary, not once a row;
   * where absent, it does not. A wrong answer costs time alone.
   */
  computesByEntry?(source: SourceRef, column: string, options?: CallOptions): Promise<boolean>;
  /** The values of a column of files of text that are no numbers; undefined where it cannot tell, or there are none. */
  misfits?(source: SourceRef, column: string, options?: CallOptions): Promise<Misfits | undefined>;
  /** What the server's user may do beyond reading tables, in a sentence; undefined where that is nothing. */
  rights?(options?: CallOptions): Promise<string | undefined>;
  /** Lets go of rows that statements said to keep; absent where the engine holds none. */
  release?(keep: Keep): Promise<void>;
  close(): Promise<void>;
}

export interface Connection {
  readonly engine: Engine;
  readonly options: CallOptions;
}

export interface EngineInfo {
  readonly version: string;
  readonly cancel: "hard" | "soft" | "none";
  /** Most columns of one statement's result. */
  readonly maxColumns: number;
  /**
   * Most columns of a statement that first sums up by so many groups, where memory sets a lower limit: a database holds
   * the sums of every group until it has read all rows.
   */
  readonly maxColumnsOf?: (groups: number) => number;
  /** How many statements are well run at the same time. */
  readonly concurrency: number;
  /** Whether the engine's name and version determine `nativeHash`. */
  readonly ownHash: boolean;
  /**
   * Whether one statement for several groupings of the same rows, each row repeated for each of them, costs less than
   * a statement for each, which reads them anew.
   */
  readonly sharesScans?: true;
  /** Rows of a log from which it pays to hold those that several statements read; a million where not said. */
  readonly holdsFrom?: number;
  /** Whether counts and ranges of a file's plain columns are read from its footer alone. */
  readonly rangesInFooters?: true;
  /** Whether others run its statements in rounds, so that what does not wait for an answer is best asked at once. */
  readonly inRounds?: true;
}
