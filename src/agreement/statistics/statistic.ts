import type { Reason } from "../../errors.js";
import type { Interval } from "../../inference/intervals/interval.js";
import type { Pair } from "../pair.js";

/** What pairs must be for a statistic to have a meaning; a statistic that names neither takes any. */
export type PairNeed = "differences" | "sameUnits";

/** What a statistic comes to on some pairs. */
export interface Agreement {
  readonly value: number;
  /** The least and the largest value over the sets of offline results; interval and p then hold for each of them. */
  readonly range?: Interval;
  /** Null where the statistic has none. */
  readonly interval: Interval | null;
  /** Two-sided, of what `tests` names; null where there is no test. */
  readonly p: number | null;
  /** Numbers that belong to it: degrees of freedom, shares. */
  readonly facts: Readonly<Record<string, number>>;
}

/**
 * A way to say how far online and offline results go together. A member sees pairs with both errors, and
 * neither days nor policies.
 */
export interface Statistic {
  readonly name: string;
  /** As tables head it. */
  readonly title: string;
  readonly purpose: string;
  readonly reference: string;
  readonly needs?: PairNeed;
  /** What p is a test of: that the two are unrelated, or that they are equal but for their errors. */
  readonly tests: "unrelated" | "equal";
  /** It allows for noise that both sides of a pair share. */
  readonly allowsCovariance?: true;
  /** Its value where offline equals online. */
  readonly perfect: number;
  /** The fewest pairs for which it says something. */
  readonly least: number;
  readonly of: (pairs: readonly Pair[], confidence: number) => Agreement | Reason;
  /** It reads the order of results alone, and has no value where their sets leave that open. */
  readonly byOrder?: true;
  /** The value of what is unrelated, where that is not 0. */
  readonly unrelated?: number;
  /** Where it is least and where it is largest over the sets of offline results. */
  readonly ends?: (
    pairs: readonly Pair[],
    confidence: number,
  ) => readonly [Agreement | Reason, Agreement | Reason];
}
