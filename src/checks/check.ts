import type { ReasonCode } from "../codes.js";
import type { Facts } from "../errors.js";
import type { Comparison, NamedWidening, Reestimate } from "./comparison.js";
import type { ComparisonTable } from "./with-tables.js";

/** What a check does to a comparison's verdict. */
export type Effect =
  /** The verdict holds, or the log shows no evidence of the threat. */
  | "none"
  /** The verdict holds; both numbers are shown. */
  | "watch"
  /** It could not be checked. */
  | "inconclusive"
  /** The number may be right and does not decide. */
  | "cannotTell"
  /** The number itself is wrong by an amount that matters. */
  | "doNotTrust";

/** An alternative estimate of the comparison's difference, from the same log. */
export interface AlternativeDifference {
  readonly difference: number;
  readonly se: number;
  /** At the comparison's level. */
  readonly interval: readonly [lo: number, hi: number];
}

/** One cell of the block "Does the verdict hold?": a number in its unit, and the words that print it. */
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
  /** Whether the log shows evidence of the threat, so that the verdict must hold under the check. */
  readonly applies: boolean;
  /** The comparison lacks what it takes to look for it. */
  readonly untested?: true;
  readonly alternative?: AlternativeDifference;
  /** Where the verdict would change; null where it is open, or where nothing of the kind changes it. */
  readonly tipping: Figure | null;
  /** What this log shows. */
  readonly measured: Figure;
  /** One sentence; what it says stands in `facts`. */
  readonly message: string;
  readonly facts: Facts;
}

/** What a check without another difference to judge finds; what is left out is that there is no sign of it. */
export type PlainFinding = Pick<Finding, "measured" | "message"> & Partial<Omit<Finding, "code">>;

/** Another difference of the comparison, under which its verdict must hold where the log shows evidence of it. */
export interface MovedDifference extends Pick<Finding, "measured" | "message" | "facts"> {
  readonly alternative: AlternativeDifference;
  /** From the comparison's difference to it, where missing views do not change with it. */
  readonly shift?: number;
  /** Whether the comparison's verdict holds by it too. */
  readonly holds: boolean;
  readonly hasSign: boolean;
  /** Where the verdict holds, it is said however little the difference moves. */
  readonly isSaid?: boolean;
  /** Where the verdict changes, the number itself is wrong if it moves by as much as its error. */
  readonly provesWrong?: boolean;
  /** What the baseline earns by it, where that is another amount. */
  readonly earnedUnderCheck?: number | null;
  /** The shift that changes the verdict, where it names nothing else. */
  readonly tipping?: Figure | null;
}

/** `views`: rows that were viewed, not offered ones alone, so that depths say how far sessions went. */
export type Need = "views" | "targetRanks" | "weights" | "targetRanksOrTrust" | "clusters";

/**
 * One threat to a verdict: an alternative estimate from the same log. It reads the comparison's tables and says
 * whether the log shows evidence of it, what the difference would be, and whether the verdict holds.
 */
export interface Check {
  readonly code: ReasonCode;
  /** Its row in the block "Does the verdict hold?". */
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
