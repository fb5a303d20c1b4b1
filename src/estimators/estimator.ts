import type { Reason } from "../errors.js";
import type { TrustView } from "../exposure/trust-view.js";
import type { ParameterSpec, Parameters } from "../parameters.js";
import type { Expression } from "../sql/expression.js";

/** Reward per trajectory (E1, the default) or per viewed impression (E2). */
export type Estimand = "perTrajectory" | "perImpression";

/** An estimator of the list with its parameters in canonical form. */
export interface EstimatorRequest {
  readonly name: string;
  readonly parameters: Parameters;
}

/**
 * A number per trajectory whose sums the engine returns, at its natural cost: summed over all rows,
 * over the rows with a reward (it must be 0 elsewhere), over all candidates, or taken per trajectory first, as an
 * expression over aggregates of the trajectory's rewarded rows, of all its rows or of its candidates (`range` bounds its values
 * where the expression alone does not). A component over rows may ask for the largest value instead of the sum.
 * `meaning` is what is added up, for the fingerprint only, where `value` depends on the log that is read: it takes a
 * shorter way on some, or holds shares of the log's own trajectories.
 */
export type Component =
  | {
      readonly over: "rows";
      readonly value: Expression;
      readonly meaning?: Expression;
      readonly combine?: "max";
      /** Only its total over a feed is asked for, never its sums by bucket. */
      readonly totalOnly?: true;
      /** How often a sampled row's weight multiplies it, if not once: a count of kept rows has 0, a square of weights 2. */
      readonly samplingPower?: 0 | 2;
    }
  | { readonly over: "rewarded"; readonly value: Expression; readonly meaning?: Expression }
  /** Summed over all candidates of the trajectories, viewed or not. */
  | { readonly over: "candidates"; readonly value: Expression; readonly meaning?: Expression }
  | {
      /** Summed over rows, where an aggregate runs over the candidates of the row's trajectory that share its `by`. */
      readonly over: "groups";
      readonly by: Expression;
      readonly value: Expression;
      /** Its range holds for the value, too, where that of the value itself is not known to be finite. */
      readonly within?: Expression;
    }
  /**
   * Taken per trajectory from aggregates of the slots of its list, viewed or not: displayed candidates, with the
   * rewards of those that were viewed and 0 for the others.
   */
  | {
      readonly over: "lists";
      readonly value: Expression;
      /** What is added up, for the fingerprint only, where `value` depends on how long lists are. */
      readonly meaning?: Expression;
    }
  | {
      readonly over: "trajectories";
      readonly value: Expression;
      /** Absent: aggregates see the rows with a reward alone, and trajectories without one count as 0. */
      readonly rows?: "all" | "candidates";
      readonly meaning?: Expression;
      readonly range?: readonly [number, number];
    };

/**
 * A smooth function of the components' means per trajectory with its derivative by each of them, or the reason
 * for no answer.
 */
export type Functional = (
  means: readonly number[],
) => { readonly value: number; readonly gradient: readonly number[] } | Reason;

/** What an estimator comes to for one question: what to add up, and the function of the
 * means that the sums are plugged into. */
export interface Formula {
  readonly components: readonly Component[];
  readonly plugIn: Functional;
  /** Index of the component that counts usable trajectories, where some are skipped. */
  readonly usable?: number;
  /**
   * Formulas of one number whose answers are combined by the weights of least variance. Its components are theirs, one
   * formula after the other, and `plugIn` weighs them equally.
   */
  readonly parts?: readonly Formula[];
}

/** One question to an estimator. */
export interface Question {
  readonly log: LogView;
  readonly policy: PolicyView;
  /** The policy that the study compares with; absent: the logged one. */
  readonly baseline?: PolicyView;
  readonly reward: RewardView;
  readonly parameters: Parameters;
  readonly estimand: Estimand;
}

/** The roles of the log as expressions over canonical impressions. */
export interface LogView {
  /** Displayed rank, BIGINT, if the log has one. */
  readonly rank: Expression | undefined;
  /** The logged exposure of the shown item, if the log has it. */
  readonly exposure: Expression | undefined;
  /** The position-bias curve, if the study gives one. */
  readonly curve: CurveView | undefined;
  readonly log2: CurveView;
  /** How far users trust the ranker, where the study says so. */
  readonly trust?: TrustView;
  readonly listLength: Expression | undefined;
  /** Whether the rows of all candidates are known, and where the logging policy put each (or its exposure). */
  readonly candidates?: { readonly rank: boolean; readonly exposure: boolean };
  /** The cluster of the item of a row, or of a candidate. */
  readonly cluster?: Expression;
  /** The logging policy's probability of the item at its displayed rank: given the items above it, and whatever they are. */
  readonly propensity?: Expression;
  readonly placement?: Expression;
  /** The deepest viewed rank, and the length of the longest list where it is known. */
  readonly deepest: { readonly view: number; readonly list?: number };
  /** Estimators that were asked for and weigh rewards in a way of their own. */
  readonly weighing?: readonly Pick<Estimator, "name" | "ownWeight">[];
  /** The policies that wrote the log, where the study names one for each. */
  readonly loggers?: LoggersView;
}

/** Several logging policies, each a policy whose place or exposure of every row is known. */
export interface LoggersView {
  readonly all: readonly LoggerView[];
  /** The least exposure of a row under their mixture, where it was looked at. */
  readonly least: number | undefined;
  /** Two halves of the users by a bit of their hash: conditions on a row, and on aggregates of a trajectory. */
  readonly halves: readonly Wrote[];
}

/** Whether a row, or a trajectory by its aggregates, is one of these. */
export interface Wrote {
  readonly row: Expression;
  readonly trajectory: Expression;
}

export interface LoggerView {
  readonly policy: PolicyView;
  readonly wrote: Wrote;
  /** Its share of the trajectories of the row's feed and day. */
  readonly share: Expression;
}

/** A curve as expressions: looked up by rank, never computed in SQL. */
export interface CurveView {
  /** p at a rank; 0 at a NULL rank (not shown) and beyond the cut-off. */
  readonly at: (rank: Expression) => Expression;
  /** min(clip, 1/p) at a rank; the clip is finite. */
  readonly inverseAt: (rank: Expression, clip: number) => Expression;
  /** The i-th largest discount, i a BIGINT expression. */
  readonly nthLargest: (i: Expression) => Expression;
  /** The i-th smallest discount among the slots of a list (its length, else the cut-off, else 0). */
  readonly nthSmallest: (i: Expression, listLength: Expression | undefined) => Expression;
  /** Of a curve that is given, not fitted on a log. */
  readonly known?: KnownCurve;
}

/** What follows from a known curve and the length of a list, or of its cut-off; undefined where neither is known. */
export interface KnownCurve {
  /** Expected views of a list: Σ p_r. */
  readonly views: (listLength: Expression | undefined) => Expression | undefined;
  /** h_r = E[1{T ≥ r}/T] = Σ_{t ≥ r} P(T = t)/t, T being the views; 0 at a NULL rank and beyond the list. */
  readonly rateAt: (rank: Expression, listLength: Expression | undefined) => Expression | undefined;
}

export interface RewardView {
  readonly name: string;
  readonly value: Expression;
  readonly mayBeNegative: boolean;
  /** Whether every value is 0 or 1. */
  readonly isFlag?: boolean;
  /** What a model predicts of the item of a row. */
  readonly prediction?: Expression;
  /** What a model predicts of the slot of a row and all below it. */
  readonly remaining?: Expression;
}

/** What is known of a policy at a row. */
export interface PolicyView {
  readonly name: string;
  /** It is the logged ranking itself: its weight is 1 by definition. */
  readonly isLogged: boolean;
  readonly rank: Expression | undefined;
  readonly exposure: Expression | undefined;
  /** As those of the log, at the displayed rank. */
  readonly propensity?: Expression;
  readonly placement?: Expression;
  /** What a model predicts of the slot of a row and all below it, expected under the policy. */
  readonly remaining?: Expression;
  /** The weight of the whole list that was displayed. */
  readonly listWeight?: Expression;
  /** How many views it has, where the study says so; else it is taken to have those of the log. */
  readonly views?: DeclaredViews;
}

/** A policy's views per trajectory: Σ total over rows, divided by Σ per, or by the trajectories without it. */
export interface DeclaredViews {
  readonly total: Expression;
  readonly per?: Expression;
}

/** What a policy's viewed items come to, a trajectory. */
export interface ViewSums {
  /** Σ c·w: their reward under the policy. */
  readonly reward: number;
  /** Σ w: the policy's views that the log holds. */
  readonly weight: number;
  /** Views that the policy is taken to have: those of the log, or as the study declares. */
  readonly views: number;
}

/** Views of a policy, a trajectory, that the log does not hold, and what each would earn. */
export interface AddedViews {
  readonly views: number;
  readonly reward: number;
}

/**
 * What a value with these parameters is: an estimate of a policy's reward, whose difference may give a verdict;
 * one that leans on a model too (a known number of views, predicted rewards), so that it does not give the logging
 * policy its observed mean; one with a bias by choice (a clipped one); a score, which orders policies by something else; or what the
 * logging policy earned as it was observed, which compares nothing.
 */
export type EstimatorRole = "reward" | "modelledReward" | "biasedReward" | "score" | "observed";

/** Discounted gain, or its share of the ideal trajectory by trajectory. */
export type Metric = "gain" | "normalisedGain";

/** What a refusal says is missing (`facts.need`); estimators do not know the study's keys for it. */
export type Need =
  | "displayedRank"
  | "targetRank"
  | "curve"
  | "viewCurve"
  | "knownViews"
  | "prediction"
  | "candidates"
  | "candidateRank"
  | "cluster"
  | "propensity"
  | "placement"
  | "listWeight"
  | "listLength"
  | "remaining"
  | "trust"
  | "loggers";

/**
 * An estimator of what a policy earns. It declares which sums it needs and a function of their
 * means; it never sees a row, a connection or a confidence level.
 */
export interface Estimator {
  readonly name: string;
  readonly purpose: string;
  readonly reference: string;
  readonly assumptions: readonly string[];
  readonly parameters: readonly ParameterSpec[];
  /** Brings parameters that say the same to one form. */
  readonly canonical: (parameters: Parameters) => Parameters;
  readonly role: (parameters: Parameters) => EstimatorRole;
  /** What it cannot do without, whatever else is given: where that is missing, results name others. */
  readonly needs: readonly ("displayedRank" | "targetRank" | "listLength" | "loggers")[];
  /** Its weights depend on the rewards, so that it is not linear in them. Absent: it is. */
  readonly isLinear?: false;
  /**
   * With these parameters, where no weight is larger, a part of its value is predictions that no reward corrects, so
   * that its error leaves out that of the predictions. Absent: never.
   */
  readonly trustsPredictions?: (parameters: Parameters, largestWeight: number) => boolean;
  /** What it weighs the reward of a viewed row by, where that is not ε_t/ε0: diagnostics of weights look at it, too. */
  readonly ownWeight?: (log: LogView, policy: PolicyView) => Expression | Reason;
  /** It combines estimates of each of several logging policies, which are of one number only where all ran on the same days. */
  readonly combinesLoggers?: true;
  /** With these parameters it multiplies weights down a list of which only viewed rows are read. */
  readonly multipliesViews?: (parameters: Parameters) => boolean;
  /** When a study that lists no estimators asks for it; absent: never. */
  readonly default?: "always" | "withCurve" | "withExposure";
  /** The metric that diagnostics compare; absent: none. */
  readonly metric?: Metric;
  /**
   * The value of a policy from sums over its views by importance weights w = ε_t/ε0, were views added that
   * the log does not hold: of the parameters that may decide. An estimator without it never decides, since its
   * verdict could not be examined for other curves and missing views.
   */
  readonly ofViews?: (estimand: Estimand, sums: ViewSums, added: AddedViews) => number;
  /** The formula, the reason for a refusal, or undefined where the question does not arise. */
  readonly formula: (question: Question) => Formula | Reason | undefined;
}
