import type { ReasonCode } from "../codes.js";
import type { AddedViews, ViewSums } from "../estimators/estimator.js";
import { type EstimatedSet, intervalOfSet } from "../inference/set-interval.js";
import type { Unlogged } from "../log/log-spec.js";
import type { Alternative } from "./alternatives.js";
import type { JackknifeEstimate } from "./jackknife.js";
import type { ListReaders } from "./list-readers.js";
import type { MissingOfComparison } from "./missing-of-comparison.js";
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

/** Keys of a policy by which a study says what the policy learnt from, and how it was chosen. */
export type Origin = "trainedUntil" | "chosenFrom";

/** ε⁺ − ε⁻ and ε⁻ by rank; index 0 is rank 1. */
export interface TrustOfRanks {
  readonly slope: readonly number[];
  readonly base: readonly number[];
}

/** One line of a study's verdicts, as the checks see it. */
export interface Comparison extends ComparisonTables {
  readonly better: "higher" | "lower";
  /** The difference by the deciding estimator, its error under the hypothesis, and ν. */
  readonly difference: number;
  readonly se: number;
  readonly df: number;
  /** The level of the comparison: α over the comparisons of the study. */
  readonly level: number;
  readonly comparisons: number;
  readonly clusters?: ComparisonClusters;
  /** What the log lacks of the comparison's views, which leaves a set of differences possible around `difference`. */
  readonly missing?: MissingOfComparison;
  /** Re-estimates of the difference, deepest first and the study's own last; the comparison's difference is that of the one that leads. */
  readonly alternatives?: readonly Alternative[];
  /** What may move each of the readings, whichever is right: these add up. Never empty. */
  readonly widened?: readonly Widened[];
  /** The comparison as the study has it, where another reading leads. */
  readonly study?: Pick<Comparison, "difference" | "se" | "missing">;
}

/** What the interval of a comparison follows from. */
type Judged = Pick<Comparison, "level" | "df"> & Around;

/** What leaves more than one value possible around a comparison's difference. */
export type Around = Pick<Comparison, "missing" | "alternatives" | "widened">;

/** How far a set reaches beyond a difference, with the errors of its ends by that of the difference. */
export interface Widening {
  readonly below: number;
  readonly above: number;
  readonly spreads: readonly [number, number];
}

/** The set that a check's reading adds to each other one. */
export interface Widened extends Widening {
  readonly code: ReasonCode;
  /** From a difference to the value farthest from it. */
  readonly farthest: JackknifeEstimate;
}

/** What clusters of users, or buckets of them, bring to a comparison's difference. */
export interface ComparisonClusters {
  /** Trajectories of each. */
  readonly sizes: Float64Array;
  /** Its sum about the mean of all: these add to 0. */
  readonly sums: Float64Array;
  /** The same of the baseline's value. */
  readonly baseSums?: Float64Array;
  /** Whether each is one user, not a bucket of several. */
  readonly areUsers: boolean;
  /**
   * Keys of those with many trajectories, by their place: where the study allows keys in results, else only those that
   * say that there is no user.
   */
  readonly keys?: ReadonlyMap<number, string>;
  /** The column of users, where the log has one. */
  readonly userColumn?: { readonly name: string; readonly isWhole: boolean };
}

/** 1: above the baseline, −1: below it, 0: neither at the comparison's level. */
export type Decision = -1 | 0 | 1;

/** What a call of a difference on that side of 0 says of the candidate. */
export const wordOf = ({ better }: Pick<Comparison, "better">, side: number): "better" | "worse" =>
  side > 0 === (better === "higher") ? "better" : "worse";

/** What a difference with that error is called at the comparison's level. */
export function decisionOf(comparison: Judged, value: number, se: number): Decision {
  if (!(comparison.df > 0) || !(se >= 0)) return 0;
  const [lo, hi] = intervalOf(comparison, value, se);
  return lo > 0 ? 1 : hi < 0 ? -1 : 0;
}

/** The interval of a difference at the comparison's level: it covers every value that readings and missing views leave possible. */
export function intervalOf(
  comparison: Judged,
  value: number,
  se: number,
): readonly [lo: number, hi: number] {
  const sets = setsAround(comparison, value, se);
  return hullOf(
    sets.map((set) =>
      comparison.df > 0 ? intervalOfSet(set, comparison.level, comparison.df) : set.ends,
    ),
  );
}

/** The only reading of a comparison that has no others. */
const asItIs: Alternative = {
  code: "study",
  role: "lead",
  offset: 0,
  spread: 1,
  errs: [0, 0],
};

const asItStands: Widening = { below: 0, above: 0, spreads: [1, 1] };

/** A reading's set, and the share of what the baseline earns that is left by it. */
type SetOfAlternative = EstimatedSet & Pick<Alternative, "ofBase">;

/**
 * For each reading that counts, the differences that missing views leave possible, where theirs are at the point `value`,
 * as it is and widened by what the study says: a wider set never takes from an end that it does not move.
 */
export function setsAround(
  { missing, widened, alternatives = [asItIs] }: Around,
  value: number,
  se: number,
): readonly SetOfAlternative[] {
  const ofMissing: Widening = missing ?? asItStands;
  const widenings = [asItStands, ...(widened ? [addedUp(widened)] : [])];
  return alternatives.filter(counts).flatMap(({ offset, spread, errs, ofBase }) =>
    widenings.map(({ below, above, spreads }) => {
      const at = value + offset;
      const errorAt = (end: 0 | 1): number => se * spread * ofMissing.spreads[end] * spreads[end];
      return {
        ends: [at - errs[0] - ofMissing.below - below, at + errs[1] + ofMissing.above + above],
        se: [errorAt(0), errorAt(1)],
        ...(ofBase !== undefined && { ofBase }),
      };
    }),
  );
}

const addedUp = (widenings: readonly Widening[]): Widening =>
  widenings.reduce(({ below, above, spreads: [down, up] }, widening) => ({
    below: below + widening.below,
    above: above + widening.above,
    spreads: [down * widening.spreads[0], up * widening.spreads[1]],
  }));

/** The same of all readings together. */
export function setAround(around: Around, value: number, se: number): EstimatedSet {
  const sets = setsAround(around, value, se);
  const ends = hullOf(sets.map((set) => set.ends));
  const errorAt = (end: 0 | 1): number =>
    sets.find((set) => set.ends[end] === ends[end])?.se[end] ?? se;
  return { ends, se: [errorAt(0), errorAt(1)] };
}

/** Whether a reading's values are among those of its comparison. */
const counts = ({ role }: Pick<Alternative, "role">): boolean =>
  role === "lead" || role === "added";

/** The smallest interval that holds them all. */
export const hullOf = (
  intervals: readonly (readonly [number, number])[],
): readonly [number, number] => [
  Math.min(...intervals.map(([low]) => low)),
  Math.max(...intervals.map(([, high]) => high)),
];

/** A share of p below this establishes that something is there; .01 over the comparisons of the study. */
export const establishedLevel = ({ comparisons }: Pick<Comparison, "comparisons">): number =>
  0.01 / comparisons;

/** |t| beyond which an alternative reading of the log must agree with the call. */
export const trigger = 2;
