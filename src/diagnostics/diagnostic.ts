import type { ReasonCode } from "../codes.js";
import type { Facts, Reason } from "../errors.js";
import type {
  Component,
  Functional,
  LogView,
  Metric,
  PolicyView,
} from "../estimators/estimator.js";
import type { PointEstimate } from "../inference/delta.js";
import type { Inference } from "../inference/inference.js";
import type { Interval } from "../inference/intervals/interval.js";
import type { LiftOnce } from "../inference/lift-agreement.js";

export type Severity = "ok" | "watch" | "fail" | "inconclusive";

/** The finding of a diagnostic about one assumption or threat. */
export interface Diagnosis {
  readonly assumption: string;
  readonly code: ReasonCode;
  readonly policy: string | null;
  readonly reward: string | null;
  readonly feed: string | null;
  /** The estimator that it concerns; null: all. */
  readonly estimator: string | null;
  readonly testable: "yes" | "partly" | "no";
  readonly statistic: number | null;
  readonly p: number | null;
  readonly effect: number | null;
  readonly interval: Interval | null;
  readonly severity: Severity;
  readonly consequence: string;
  readonly remedy: string;
  readonly facts: Facts;
  /** Policies that it orders: it is left out where the numbers of one of them are not an answer. */
  readonly policies?: readonly string[];
}

/** One policy on one feed over all days, with what the tally holds of it. */
export interface PolicyScope {
  readonly policy: PolicyView;
  readonly log: LogView;
  readonly feed: string | null;
  readonly inference: Inference;
  /** Whether checks cover every comparison that the policy's estimate enters; what they judge better is then a number alone. */
  readonly isExamined: boolean;
  readonly total: (component: Component) => number;
  readonly largest: (component: Component) => number;
  readonly answer: (components: readonly Component[], plugIn: Functional) => PointEstimate | Reason;
}

/** An answered row of the result that diagnostics may look at. */
export interface AnsweredRow {
  readonly policy: string;
  readonly estimator: string;
  /** The metric that the estimator computes, if diagnostics compare it. */
  readonly metric: Metric | undefined;
  readonly label: string;
  readonly reward: string;
  readonly feed: string | null;
  readonly answer: PointEstimate;
  readonly usable: number | null;
  /** It estimates what the policy earns, without a bias by choice, under these assumptions. */
  readonly isReward: boolean;
  readonly assumptions: readonly string[];
  /** It may decide a verdict, so that checks of verdicts cover what it assumes. */
  readonly mayDecide: boolean;
}

/** What a policy really earned; with `isLift` by which share more than the baseline in the same test. */
export interface OnlineRow {
  readonly policy: string;
  readonly reward: string;
  readonly value: number;
  readonly se: number;
  readonly isLift?: true;
}

/** What a verdict is based on: a candidate's lift with all that missing views and alternative estimates leave possible. */
export interface DecidingComparison {
  readonly policy: string;
  readonly reward: string;
  /** What the baseline earns by this log. */
  readonly base: { readonly value: number; readonly se: number };
  /** At `level`. */
  readonly lift: LiftOnce | { readonly none: Reason };
  readonly level: number;
  readonly better: "higher" | "lower";
  /** The share of the baseline that the candidate may lose, where the study states one. */
  readonly margin: number | undefined;
}

/** What the result holds for one feed over all days, per trajectory. */
export interface ResultScope {
  readonly feed: string | null;
  readonly baseline: string;
  readonly inference: Inference;
  /** What policies really earned here. */
  readonly online: readonly OnlineRow[];
  readonly estimates: readonly AnsweredRow[];
  /** Differences to the baseline by estimators that may decide. */
  readonly differences: readonly AnsweredRow[];
  readonly comparisons: readonly DecidingComparison[];
}

/**
 * A threat to look for. It may ask for sums of its own, look at each policy, and look at the answers;
 * it returns what it found, `ok` included.
 */
export interface Diagnostic {
  readonly code: ReasonCode;
  readonly assumption: string;
  readonly purpose: string;
  /** The limits by which it judges; every diagnosis carries them in its facts. */
  readonly thresholds?: Readonly<Record<string, number>>;
  /** Which way a statistic is worse, where it decides the severity alone. */
  readonly worse?: "higher" | "lower";
  readonly components?: (log: LogView, policy: PolicyView) => readonly Component[];
  readonly ofPolicy?: (scope: PolicyScope) => readonly Diagnosis[];
  readonly ofResult?: (scope: ResultScope) => readonly Diagnosis[];
  /** Whether an estimate alone shows the threat; its row then carries the code, on single days too. */
  readonly ofRow?: (estimate: PointEstimate) => boolean;
  /** The warning of a result in which rows of so many single days carry the code: days have no diagnoses of their own. */
  readonly ofDays?: (days: number) => string;
}

/** A diagnosis with every field that a member leaves out filled in, and the thresholds among its facts. */
export function diagnosis(
  of: Pick<Diagnostic, "code" | "assumption" | "thresholds">,
  finding: Partial<Diagnosis> & Pick<Diagnosis, "severity" | "consequence" | "remedy">,
): Diagnosis {
  return {
    policy: null,
    reward: null,
    feed: null,
    estimator: null,
    testable: "yes",
    statistic: null,
    p: null,
    effect: null,
    interval: null,
    code: of.code,
    assumption: of.assumption,
    ...finding,
    facts: {
      ...finding.facts,
      ...(of.thresholds === undefined ? {} : { thresholds: of.thresholds }),
    },
  };
}
