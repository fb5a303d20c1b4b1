import type { Reason } from "../errors.js";
import type { Interval } from "../inference/index.js";
import type { Explanation } from "./explain.js";
import type { Orders } from "./orders.js";

/** A measure of a run: its mean over users, or why there is none. */
export type RankEstimate = RankKey &
  (
    | ({
        readonly value: number;
        /** Users who count. */
        readonly users: number;
        /** Users of the labels who do not, by the measure's conventions. */
        readonly skipped: number;
      } & ({ readonly se: number; readonly interval: Interval } | { readonly noInterval: Reason }))
    | { readonly none: Reason }
  );

export interface RankKey {
  readonly run: string;
  /** As it was asked for, under the conventions of the result. */
  readonly measure: string;
}

/** A run less the baseline, on the users who count in both. */
export type RankDifference = RankKey & { readonly baseline: string } & (
    | ({
        readonly value: number;
        /** Users who count in both runs. */
        readonly users: number;
      } & (Tested | { readonly noInterval: Reason }))
    | { readonly none: Reason }
  );

interface Tested {
  readonly se: number;
  readonly interval: Interval;
  readonly p: number;
  /** In the family of all differences of the result. */
  readonly adjustedP: number;
  readonly lift:
    | { readonly value: number; readonly interval: Interval }
    | { readonly none: Reason };
  /** Users for whom the run's value is higher, lower, and the same; not for a measure of all lists together. */
  readonly better?: number;
  readonly worse?: number;
  readonly same?: number;
}

/** A run as it was joined with the labels. */
export interface RankedRun {
  readonly name: string;
  readonly items: number;
  readonly users: number;
  /** Users of the labels whom it leaves out, and its own users without labels. */
  readonly missing: number;
  readonly unlabelled: number;
}

export interface UserValue {
  readonly run: string;
  readonly measure: string;
  readonly user: string;
  /** null where the user does not count. */
  readonly value: number | null;
}

/** What `rank` answers: runs by measures, the highest first, with their differences to a baseline run. */
export interface RankResult {
  readonly labels: {
    readonly name: string;
    readonly users: number;
    readonly items: number;
    /** Users none of whose items has a grade of `relevant` or more under the first measure. */
    readonly withoutRelevant: number;
  };
  /** The name of the conventions, and every measure in full. */
  readonly conventions: string;
  readonly measures: readonly {
    readonly label: string;
    readonly text: string;
    /** Not of measures such as popularity, of which more is not in itself better. */
    readonly higherIsBetter: boolean;
  }[];
  readonly confidence: number;
  readonly adjust: string;
  readonly baseline: string | null;
  readonly runs: readonly RankedRun[];
  readonly estimates: readonly RankEstimate[];
  readonly differences: readonly RankDifference[];
  readonly orders: Orders | null;
  readonly explained: Explanation | null;
  /** By run, measure and user, where that was asked for. */
  readonly perUser?: readonly UserValue[];
  readonly warnings: readonly Reason[];
}
