import type { SensitivityRow } from "../agreement/index.js";

/** The three ways in which the paper's Table 1 can be read; it prints the numbers of the first one. */
export const normalisers = [
  { name: "sum", words: "the sum of all labels" },
  { name: "top1", words: "the ideal list of one item, as the text defines it" },
  { name: "discounted", words: "the ideal list of all items with logarithmic discounts" },
] as const;

/** One policy under one normaliser: a value for each context, and their means. */
export interface CounterexampleRow {
  readonly normaliser: string;
  readonly policy: string;
  readonly dcg: readonly number[];
  readonly ndcg: readonly number[];
  readonly meanDcg: number;
  readonly meanNdcg: number;
}

/** Lemma 1 on random contexts: DCG and nDCG order two rankings alike where the ideal is positive. */
export interface LemmaCheck {
  /** What the ideal is in these contexts. */
  readonly ideal: "positive" | "zero" | "negative";
  readonly contexts: number;
  /** Contexts in which the two orders agree, contradict each other, and in which nDCG is 0/0. */
  readonly agree: number;
  readonly reversed: number;
  readonly undefined: number;
}

/** The paper's Table 1 under three normalisers, and Lemma 1 with the two cases in which it fails. */
export interface Table1 {
  readonly seed: number;
  readonly labels: Readonly<Record<string, readonly number[]>>;
  readonly rows: readonly CounterexampleRow[];
  /** Whether the means of DCG and nDCG order the two policies differently, by normaliser. */
  readonly inverted: Readonly<Record<string, boolean>>;
  /** The mean of DCG over the mean of its top-1 ideal, by policy: one division for all contexts. */
  readonly pndcg: Readonly<Record<string, number>>;
  readonly lemma: readonly LemmaCheck[];
}

/** Pearson's r of one variant over the weeks. */
export interface CorrelationOfWeeks {
  readonly feed: string;
  readonly reward: string;
  readonly ranking: string;
  readonly variant: string;
  /** Weeks in which both sides vary. */
  readonly weeks: number;
  readonly median: number;
  /** The 10 % and 90 % quantiles. */
  readonly low: number;
  readonly high: number;
  /** The share of weeks with two-sided p < .05, and with r below 0. */
  readonly significant: number;
  readonly negative: number;
}

/** One world: as it is, with other days, or with a dial turned. */
export interface Table2World {
  readonly name: string;
  /** Null where every assumption holds. */
  readonly dial: string | null;
  /** Of the dial, or how much days differ. */
  readonly value: number;
  readonly weeks: number;
  readonly correlations: readonly CorrelationOfWeeks[];
  /**
   * The share of series (week, feed, reward) of the tested ranking with the paper's pattern: DCG by the curve and Q̂
   * above 0, nDCG below 0; null where no series varies on both sides.
   */
  readonly pattern: number | null;
  /** Medians over the series of the tested ranking; null without any. */
  readonly medianDcg: number | null;
  readonly medianNdcg: number | null;
}

/** The paper's Table 2 in worlds with a known answer. */
export interface Table2 {
  readonly seed: number;
  readonly weeks: number;
  readonly users: number;
  readonly days: number;
  readonly worlds: readonly Table2World[];
}

/** The paper's Figure 1 in worlds with a known answer. */
export interface Figure1 {
  readonly seed: number;
  readonly weeks: number;
  readonly users: number;
  readonly feed: string;
  readonly days: number;
  readonly rewards: readonly string[];
  /** What the tested ranking truly earns above the control arm's, relative, by reward; mean of the weeks. */
  readonly trueLifts: Readonly<Record<string, number>>;
  readonly sensitivity: {
    readonly confidence: number;
    /** What `unknown` of a row is: settings in which nothing differs. */
    readonly unknownAre: "null";
    readonly rows: readonly SensitivityRow[];
  };
}
