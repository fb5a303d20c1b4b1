import type { ReasonCode } from "../codes.js";
import type { Facts } from "../errors.js";
import type { Comparison, NamedWidening, Reestimate } from "./comparison.js";
import type { ComparisonTable } from "./with-tables.js";

/** What a check does to a comparison's call. */
export type Effect =
  /** It survives, or there is no sign of it. */
  | "none"
  /** It survives; both numbers are shown. */
  | "watch"
  /** It could not be checked. */
  | "inconclusive"
  /** The number may be right and does not decide. */
  | "cannotTell"
  /** The number itself is wrong by an amount that matters. */
  | "doNotTrust";

/** A re-estimate of the comparison's difference under another reading of the same log. */
export interface AlternativeDifference {
  readonly difference: number;
  readonly se: number;
  /** At the comparison's level. */
  readonly interval: readonly [lo: number, hi: number];
}

/** One cell of the block "Does the decision survive?": a number in its unit, and the words that print it. */
export interface Figure {
  /** Null where no number can be given. */
  readonly value: number | null;
  readonly se: number | null;
  /**
   * `reward`: per trajectory; `times`: a factor; `share`: a proportion; `exponent`: of a power; `rows`,
   * `users`: counts.
   */
  readonly unit: "reward" | "times" | "share" | "exponent" | "rows" | "users";
  readonly words: string;
}

export interface Finding {
  readonly code: ReasonCode;
  readonly effect: Effect;
  /** Whether the log shows a sign of the danger, so that the call must survive it. */
  readonly applies: boolean;
  /** The comparison lacks what it takes to look for it. */
  readonly untested?: true;
  readonly alternative?: AlternativeDifference;
  /** Where the call would flip; null where there is no call, or where nothing of the kind flips it. */
  readonly tipping: Figure | null;
  /** What this log shows. */
  readonly measured: Figure;
  /** One sentence; what it says stands in `facts`. */
  readonly message: string;
  readonly facts: Facts;
}

/** What a check without another difference to judge finds; what is left out is that there is no sign of it. */
export type PlainFinding = Pick<Finding, "measured" | "message"> & Partial<Omit<Finding, "code">>;

/** Another difference of the comparison, which its call must survive where there is a sign of it. */
export interface MovedDifference extends Pick<Finding, "measured" | "message" | "facts"> {
  readonly alternative: AlternativeDifference;
  /** From the comparison's difference to it, where missing views do not change with it. */
  readonly shift?: number;
  /** Whether the comparison's call holds by it too. */
  readonly holds: boolean;
  readonly hasSign: boolean;
  /** Where the call survives, it is said however little the difference moves. */
  readonly isSaid?: boolean;
  /** Where the call is lost, the number itself is wrong if it moves by as much as its error. */
  readonly provesWrong?: boolean;
  /** What the baseline earns by it, where that is another amount. */
  readonly earnedUnderCheck?: number | null;
  /** The shift that flips the call, where it names nothing else. */
  readonly tipping?: Figure | null;
}

/** `views`: rows that were viewed, not offered ones alone, so that depths say how far sessions went. */
export type Need = "views" | "targetRanks" | "weights" | "targetRanksOrTrust" | "clusters";

/**
 * One danger to a decision: an alternative reading of the same log. It reads the comparison's tables and says
 * whether the log shows a sign of it, what the difference would be, and whether the call survives.
 */
export interface Check {
  readonly code: ReasonCode;
  /** Its row in the block "Does the decision survive?". */
  readonly title: string;
  readonly purpose: string;
  /** Whether later re-estimates say nothing where this one refuses the comparison. */
  readonly spoilsOthers: boolean;
  /** Where it leaves a decision open, the numbers themselves are no answer: they lack what they take. */
  readonly withholds?: true;
  /** Where it refuses, the log's trajectories are not all there or not right: its own means are withheld, too. */
  readonly ofTrajectories?: true;
  /** What a comparison must have for it to be examined; it is passed over on other comparisons. */
  readonly needs?: readonly Need[];
  /** The tables that it reads of those that some comparisons lack. */
  readonly reads?: readonly ComparisonTable[];
  readonly examine: (comparison: Comparison) => Finding;
  /** The difference that it reads instead of the study's, which may take its place; undefined where it reads none. */
  readonly reestimate?: (comparison: Comparison) => Reestimate | undefined;
  /** By how much it may move whichever difference is right, as the study says; undefined where it says nothing of the kind. */
  readonly widens?: (comparison: Comparison) => Omit<NamedWidening, "code"> | undefined;
}
