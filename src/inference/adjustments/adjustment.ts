/**
 * How the p-values of one family are adjusted for being many. A family is the verdict lines of a study:
 * every candidate, reward and feed; each p-value is that of a two-sided test.
 * See docs/methods.md, "Multiple comparisons".
 */
export interface Adjustment {
  readonly name: string;
  /** Its name in sentences, "Benjamini–Hochberg"; without it, `name`. */
  readonly title?: string;
  readonly purpose: string;
  readonly reference: string;
  /** The rate that stays below 1 − confidence: of families with any false rejection, or of false ones among rejections. */
  readonly controls: "familyWiseError" | "falseDiscoveryRate";
  /** What a study without `adjust` uses: one member, which has a `level`. */
  readonly default?: true;
  /** Adjusted p-values in the order given. Throws a RangeError for a p outside [0, 1]. */
  readonly p: (p: readonly number[]) => readonly number[];
  /**
   * The level at which the intervals of a family of this size hold all at once with the confidence given,
   * and exclude 0 exactly where the adjusted p is below 1 − confidence. Absent: the method adjusts p alone.
   */
  readonly level?: (confidence: number, family: number) => number;
  /**
   * The adjustment of one family whose lines rest on the same users, from the influence of every user (or bucket of
   * users) on each line. Absent: it reads p-values alone. With it goes a `level`.
   */
  readonly ofFamily?: (influences: readonly Float64Array[]) => FamilyAdjustment;
}

/** An adjustment of one family: p-values in the order of its lines, and the level of intervals that agree. */
export interface FamilyAdjustment {
  readonly p: (p: readonly number[]) => readonly number[];
  readonly level: (confidence: number) => number;
}
