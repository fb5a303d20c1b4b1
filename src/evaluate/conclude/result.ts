import type { AlternativeFacts } from "../../checks/alternative-facts.js";
import type { AlternativeDifference, Effect, Figure } from "../../checks/check.js";
import type { MissingFacts } from "../../checks/missing-facts.js";
import type { NotTestable } from "../../checks/not-testable.js";
import type { ReasonCode } from "../../codes.js";
import type { Diagnosis } from "../../diagnostics/index.js";
import type { Facts, Reason } from "../../errors.js";
import type { Estimand } from "../../estimators/estimator.js";
import type { Interval } from "../../inference/intervals/interval.js";
import type { Parameters } from "../../parameters.js";
import type {
  BestCandidate,
  ClipOnHalves,
  ClipWeights,
  LiftPosterior,
  NoPosterior,
} from "./choices.js";
import type { CurveFacts } from "./curve-facts.js";
import type { AdjustmentName, EstimatorName, IntervalName } from "./names.js";
import type { CurveVerdict, WhatIf } from "./what-if/what-if-result.js";

/** What `evaluate` returns; JSON-serialisable, numbers in full precision. */
export interface Result {
  readonly hindcast: string;
  readonly study: Readonly<Record<string, unknown>>;
  /** Level of all intervals. */
  readonly confidence: number;
  /** Names of the method that makes intervals, and of the one that adjusts p for many comparisons. */
  readonly interval: IntervalName;
  readonly adjust: AdjustmentName;
  readonly rewards: readonly RewardFacts[];
  readonly log: LogFacts;
  /** Fitted curves, feed by feed; none where the study gives them. */
  readonly curves: readonly CurveFacts[];
  readonly verdicts: readonly Verdict[];
  /** One for each candidate, guarded reward and feed, where the study has guardrails. */
  readonly guardrails?: readonly Guardrail[];
  /** The best of several candidates of a reward and feed, measured on users that had no part in choosing it. */
  readonly best?: readonly BestCandidate[];
  /** Where a study asks an estimator for its unclipped value and two clips or more: the one that the data choose. */
  readonly clips?: readonly ClipOnHalves[];
  /** Effective sample size and bias bound of each of these clips. */
  readonly clipWeights?: readonly ClipWeights[];
  readonly estimates: readonly EstimateRow[];
  readonly differences: readonly DifferenceRow[];
  readonly diagnostics: readonly Diagnosis[];
  readonly warnings: readonly Reason[];
  /** What other curves would make of the verdicts, where the study's caller wants it. */
  readonly whatIf?: readonly WhatIf[];
}

/** A reward, and in which direction it gets better. */
export interface RewardFacts {
  readonly name: string;
  readonly better: "higher" | "lower";
}

/** The log in numbers, and how its sums were taken. */
export interface LogFacts {
  readonly trajectories: number;
  /** Null of some days of a tally, which counts rows over all days alone. */
  readonly impressions: number | null;
  /** Distinct users; null where the log names none. */
  readonly users: number | null;
  readonly days: number | null;
  readonly feeds: readonly string[];
  readonly loggers: readonly string[];
  readonly firstDay: string | null;
  readonly lastDay: string | null;
  readonly structure: "check" | "sample" | "declared";
  readonly sums: "exact" | "fast";
  readonly buckets: {
    readonly kind: "exact" | "hashed";
    readonly count: number;
    /** Buckets by the engine's own hash: another engine's standard errors differ a little. */
    readonly hash?: "native";
  };
  /** Counts of rows or trajectories by rule: excluded, spanning days, holes … */
  readonly counts: Readonly<Record<string, number>>;
  readonly engine: { readonly name: string; readonly version: string } | null;
}

export type VerdictWord = CurveVerdict | "doNotTrust";

/** The numbers that a verdict rests on; null where there are none, and the verdict's `reason` says why. */
export interface VerdictNumbers {
  /** Candidate − baseline by the deciding estimator. */
  readonly value: number | null;
  /** The standard error of `value` if nothing differed. */
  readonly se: number | null;
  /** The degrees of freedom of `se`. */
  readonly df: number | null;
  /** Whether the log, what the study declares and what is assumed leave one value, or a set of them. */
  readonly identified: "point" | "range" | null;
  /** The values that are left, with the standard errors of the ends; equal ends where that is a point. */
  readonly set: Interval | null;
  readonly setSe: readonly [number, number] | null;
  /** Covers the true difference, whichever value of `set` that is, at `level`. */
  readonly interval: Interval | null;
  /** Of no difference, two-sided; `adjustedP` for all comparisons of the family. */
  readonly p: number | null;
  readonly adjustedP: number | null;
  /** Relative to the baseline, with its interval at `level`. */
  readonly lift: Lift | null;
  /** Comparisons that share the level of the study, and what each is judged at: 1 − confidence over these. */
  readonly family: number;
  readonly level: number;
  /** What the gate reads, over the comparisons of the whole study, where the family is a feed's. */
  readonly gate?: VerdictWord;
}

/** `set`: the lifts that missing views leave possible, where that is more than one. */
export type Lift =
  | { readonly value: number; readonly set?: Interval; readonly interval: Interval }
  | { readonly none: Reason };

export interface Verdict extends VerdictNumbers {
  readonly policy: string;
  readonly baseline: string;
  readonly reward: string;
  readonly feed: string | null;
  readonly verdict: VerdictWord;
  readonly reason: Reason;
  readonly estimator: EstimatorName | null;
  readonly parameters: Parameters | null;
  readonly estimand: Estimand;
  /** Where the numbers are not an answer: they are null in the verdict itself. */
  readonly withheld?: Withheld<VerdictNumbers>;
  /** What the log lacks of the candidate's views, and what these are taken to earn; absent where nothing is seen to be missing. */
  readonly missing?: MissingFacts;
  /** The alternative estimates of the difference, and the study's own; absent where the log shows evidence of none. */
  readonly alternatives?: readonly AlternativeFacts[];
  /** Where the study gives a prior and the comparison's numbers are an answer; it knows of no check. */
  readonly posterior?: LiftPosterior | NoPosterior;
  /** Whether the verdict holds under each check; absent where the log holds no tables for them. */
  readonly checks?: readonly CheckResult[];
  /** What could mislead this verdict and cannot be tested on this log; with `checks`. */
  readonly notTestable?: readonly NotTestable[];
}

/** Whether a candidate is shown to lose no more of a guarded reward than the study allows. */
export interface Guardrail {
  readonly policy: string;
  readonly baseline: string;
  readonly reward: string;
  readonly feed: string | null;
  /** The share of the baseline that it may lose. */
  readonly notWorseThan: number;
  /** `broken`: shown to lose more; `notShown`: neither, or the log does not tell. */
  readonly outcome: "held" | "broken" | "notShown";
  /** At the level of all comparisons of the study; null where the numbers are not an answer. */
  readonly lift: Lift | null;
  readonly level: number | null;
  readonly reason: Reason;
}

/** The result of one check of a verdict: what the log shows, and whether the verdict holds. */
export interface CheckResult {
  readonly check: ReasonCode;
  readonly title: string;
  readonly effect: Effect;
  /** Whether the log shows evidence of the threat, so that the verdict must hold under the check. */
  readonly applies: boolean;
  /** Null where the comparison lacks what it takes to tell. */
  readonly holds: boolean | null;
  /** Where the verdict would change; null where it is open, or nothing of the kind changes it. */
  readonly tipping: Figure | null;
  /** What this log shows. */
  readonly measured: Figure;
  /** Of that alternative estimate, at the comparison's level. */
  readonly interval: readonly [lo: number, hi: number] | null;
  /** The alternative estimate of the difference. */
  readonly alternative: AlternativeDifference | null;
  readonly message: string;
  readonly facts: Facts;
}

/** What every row of a result says of itself. */
export interface RowKey {
  readonly policy: string;
  readonly estimator: EstimatorName;
  readonly parameters: Parameters;
  readonly reward: string;
  readonly estimand: Estimand;
  /** Null where the log has no feed role; "*" in a pooled row. */
  readonly feed: string | null;
  /** Null in rows over all days. */
  readonly day: string | null;
}

interface Sizes {
  /** Trajectories. */
  readonly n: number;
  /** Users (or trajectories); null where a tally does not know. */
  readonly clusters: number | null;
  readonly buckets: number;
}

/** Keys of numbers that are withheld where they are not an answer. */
export type NumberName =
  | ("value" | "se" | "df" | "set" | "setSe" | "interval")
  | ("p" | "adjustedP" | "adjusted" | "lift");

type Numbers<Line> = Pick<Line, Extract<keyof Line, NumberName>>;

/**
 * Numbers that are not an answer, and the code for which they are none, which reports print: of the verdict of the
 * row's comparison, or `viewsNotLogged` where the row counts views and the log holds rows that were not viewed.
 */
export type Withheld<Line> = { readonly code: ReasonCode } & Numbers<Line>;

/** A row whose numbers are not an answer: null stands in their places, and they themselves under `withheld`. */
type WithheldRow<Row> = Omit<Row, NumberName | "withheld"> & {
  readonly [Name in keyof Numbers<Row>]: null;
} & { readonly withheld: Withheld<Row> };

/** Of the rows of a list those that have a number, or a reason for none. */
export type Answered<Row> = Exclude<Row, { readonly withheld: unknown }>;

/** An estimate that is an answer; `n` and `buckets` are 0 where a published value of `online` does not give them. */
export interface Estimate extends RowKey, Sizes {
  readonly value: number;
  readonly se: number;
  readonly interval: Interval;
  /** Trajectories without an ideal, where the estimator skips these. */
  readonly skipped?: number;
  /** The study's bootstrap draws users, and this row's draws groups of them: its sums are not kept by user. */
  readonly drawn?: "groups";
  readonly withheld?: undefined;
  readonly warnings: readonly ReasonCode[];
}

export type WithheldEstimate = WithheldRow<Estimate>;

export interface NoEstimate extends RowKey {
  readonly none: Reason;
  readonly withheld?: undefined;
}

export type EstimateRow = Estimate | WithheldEstimate | NoEstimate;

/** A difference that is an answer. */
export interface Difference extends RowKey, Sizes {
  readonly baseline: string;
  readonly value: number;
  readonly se: number;
  /** Degrees of freedom of `se`. */
  readonly df: number;
  /**
   * Where a verdict rests on the row and views are missing: the differences that these leave possible, with the standard errors of
   * its ends. `value` is the one where they earn what views at the edge of the log do.
   */
  readonly set?: Interval;
  readonly setSe?: readonly [number, number];
  /** Where a verdict rests on the row and the log refutes the study's number: the check whose re-estimate `value` is. */
  readonly estimatedBy?: ReasonCode;
  readonly interval: Interval;
  readonly p: number;
  /** Where a verdict rests on the row, p and interval for the family of such rows; else as they are. */
  readonly adjusted: {
    /** Name of the adjustment that p is adjusted by, with which verdicts agree; "none" where no verdict rests on the row. */
    readonly method: AdjustmentName | "none";
    readonly family: number;
    /** Of how many comparisons this one is the best, where its policies were chosen by this log: `family` counts all. */
    readonly chosenFrom?: number;
    /** At which the interval, and the lift's, exclude nothing wrongly: 1 − confidence over the family. */
    readonly level: number;
    readonly p: number;
    /** Holds together with those of the whole family. */
    readonly interval: Interval;
    /** Name of the adjustment of the interval: `method`, or bonferroni where that adjusts p alone. */
    readonly intervalBy: AdjustmentName | "none";
  };
  /** Relative to the baseline; its interval is adjusted like the difference's. */
  readonly lift: Lift;
  readonly withheld?: undefined;
}

export type WithheldDifference = WithheldRow<Difference>;

export type DifferenceRow =
  | Difference
  | WithheldDifference
  | (NoEstimate & { readonly baseline: string });

export type { AlternativeFacts } from "../../checks/alternative-facts.js";
export type { MissingFacts } from "../../checks/missing-facts.js";
export type { Diagnosis, Severity } from "../../diagnostics/index.js";
export type { Interval } from "../../inference/intervals/interval.js";
export type { CurveFacts } from "./curve-facts.js";
export type {
  CurveVerdict,
  Tipping,
  WhatIf,
  WhatIfCurve,
  WhatIfDifference,
} from "./what-if/what-if-result.js";
