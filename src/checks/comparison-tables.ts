import type { AddedViews, ViewSums } from "../estimators/estimator.js";
import type { Unlogged } from "../log/log-spec.js";
import type { ListReaders } from "./list-readers.js";
import type { LaterSessions, LogTables, PairTables, PolicyTables } from "./tables.js";

/** What the checks read of a comparison: a candidate, a reward and a feed. */
export interface ComparisonTables {
  readonly candidate: string;
  readonly baseline: string;
  readonly reward: string;
  /** The study's curve by rank; index 0 is rank 1. */
  readonly curve: ArrayLike<number>;
  readonly curveIs: "given" | "parametric" | "measured";
  /**
   * Where the study says how far users trust the ranker: by rank, what a viewed item of relevance γ earns, slope·γ + base,
   * or by which share the rewards of a view fall a rank at most.
   */
  readonly trust?: TrustOfRanks | { readonly fallsBy: number };
  /** The value of a policy by the deciding estimator, from its views and from some that the log lacks. */
  readonly worth: (sums: ViewSums, added: AddedViews) => number;
  readonly log: LogTables;
  readonly policy: PolicyTables;
  /** The baseline's tables, where it is not the logging policy. */
  readonly base?: PolicyTables;
  /** Rows are of offered items, viewed or not: they count as the study's curve says that they were viewed. */
  readonly rows?: "offered";
  /** Rows by both weights, where the tally has them: for policies by exposure, and other baselines. */
  readonly pair?: PairTables;
  /** Pairs of sessions of one user, where the log names users and days. */
  readonly later?: LaterSessions;
  /** The table that holds the candidate's ranks or scores, where the log does not hold them itself. */
  readonly candidatesIn?: string;
  /** The study names no items, or no table that lists all candidates. */
  readonly itemsUnnamed?: true;
  /** What the study says of how both policies came to be. */
  readonly declared?: readonly Origin[];
  /** What a view that the log does not hold earns, where the study says so. */
  readonly unlogged?: Unlogged;
  /** Users who view nearly every list to its end, with the tables of all others where the tally has them. */
  readonly readers?: ListReaders & { readonly others?: ComparisonTables };
}

/** Keys of a policy by which a study says what the policy was trained on, and how it was chosen. */
export type Origin = "trainedUntil" | "chosenFrom";

/** ε⁺ − ε⁻ and ε⁻ by rank; index 0 is rank 1. */
export interface TrustOfRanks {
  readonly slope: readonly number[];
  readonly base: readonly number[];
}
