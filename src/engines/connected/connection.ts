import type { PlanType } from "../../sql/engine.js";

/** A statement that a connection is to run, one at a time. */
export interface ConnectionStatement {
  readonly sql: string;
  /** What it is for: "survey of rows". */
  readonly purpose: string;
  /** The columns of its result, in their order; empty where it gives none; absent where they are to be told by `names`. */
  readonly columns?: readonly { readonly name: string; readonly type: PlanType }[];
}

/**
 * Rows of a result, all or some of them. Numbers may be numbers, whole numbers also BigInts, and both also texts
 * ("9007199254740993", "NaN", "Infinity"), as drivers give them; NULL is null or undefined.
 */
export interface ConnectionRows {
  readonly names: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

/**
 * Runs a statement. Where `signal` is aborted, it should stop the database's work and reject; nobody waits for its rows.
 * An error's `code` or `sqlState` tells, with its message, what went wrong.
 */
export type RunStatement = (
  statement: ConnectionStatement,
  signal: AbortSignal,
) => Promise<ConnectionRows> | AsyncIterable<ConnectionRows>;

export interface ConnectionOptions {
  /** Whose SQL the connection speaks: duckdb, postgres, snowflake … */
  readonly dialect: string;
  readonly run: RunStatement;
  /**
   * Whether rows that several statements read are held in a database in memory of the connection, about twice as
   * fast from a million rows on; of DuckDB alone.
   */
  readonly hold?: boolean;
}
