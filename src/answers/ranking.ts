import type { Reason } from "../errors.js";
import type { Interval } from "../inference/intervals/interval.js";
import type { Kendall, Pearson } from "../numeric/correlation.js";

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

/** A user whose value a convention changes. */
export interface ChangedUser {
  readonly user: string;
  /** null where the user does not count. */
  readonly ours: number | null;
  readonly theirs: number | null;
}

/** A convention in which two tools differ, and what it alone does to the measure. */
export interface ConventionEffect {
  readonly convention: string;
  readonly ours: string;
  readonly theirs: string;
  /** The value with this one convention changed, less the value without. */
  readonly change: number;
  /** How many users it changes, and those that it changes most. */
  readonly users: number;
  readonly most: readonly ChangedUser[];
}

export interface ExplainedRow {
  readonly run: string;
  readonly measure: string;
  readonly ours: number;
  readonly theirs: number;
  /** Conventions that change nothing are left out. */
  readonly effects: readonly ConventionEffect[];
}

/** Every measure under two sets of conventions. */
export interface Explanation {
  readonly conventions: string;
  readonly against: string;
  readonly rows: readonly ExplainedRow[];
}

/** A user who pulls the two measures apart. */
export interface Cause {
  readonly user: string;
  /** The run that DCG prefers less the other one. */
  readonly dcg: number;
  readonly ndcg: number;
}

/** Two runs that DCG and nDCG order oppositely. */
export interface Inversion {
  /** The better one by DCG, and the better one by nDCG. */
  readonly byDcg: string;
  readonly byNdcg: string;
  readonly dcg: number;
  readonly ndcg: number;
  /** The users who pull most, the first the most; for the widest inversions. */
  readonly users: readonly Cause[];
}

/** The order of runs by DCG and by nDCG. */
export interface Orders {
  readonly measures: { readonly dcg: string; readonly ndcg: string; readonly pndcg: string };
  /** Best by DCG first. */
  readonly runs: readonly {
    readonly run: string;
    readonly dcg: number;
    readonly ndcg: number;
    readonly pndcg: number;
    /** null where the run has no value. */
    readonly rankByDcg: number | null;
    readonly rankByNdcg: number | null;
  }[];
  /** Users who count in some runs but not in all: the orders leave them out. */
  readonly skipped: number;
  readonly inversions: readonly Inversion[];
  readonly disagreement: Disagreement;
  readonly pearson: Pearson | null;
  readonly kendall: Kendall | null;
}

/** How often two measures order two models otherwise. */
export interface Disagreement {
  /**
   * Of the ordered pairs that any of the two tells apart, the share on which they disagree; where only the
   * second ties the pair agrees, where only the first ties it does not: the convention of the paper's notebook.
   */
  readonly probability: number | null;
  readonly agreeing: number;
  readonly disagreeing: number;
  /** Of all unordered pairs with both values, those that both tell apart and order oppositely; a tie is never one. */
  readonly inverted: number | null;
  readonly concordant: number;
  readonly discordant: number;
}
