import type { SettingName, Settings } from "../settings.js";

/** The items of the labels, and how many users hold each: those to whom the labels give it with a grade above 0. */
export interface Catalogue {
  readonly items: number;
  readonly users: number;
  readonly holders: Int32Array;
}

/** A user's list as metrics see it. */
export interface UserList {
  /** Grades by rank; 0 where the labels do not name the item. */
  readonly grades: Float64Array;
  /** All grades that the labels give the user, best first. */
  readonly labels: Float64Array;
  /** Where ties are averaged: for every rank the first rank of its tie, from 0. */
  readonly tied: Int32Array | null;
  /** The listed items by rank, as places in the catalogue, −1 for items that it lacks; for metrics that `readItems`. */
  readonly listed?: { readonly items: Int32Array; readonly catalogue: Catalogue };
}

/** What a metric is computed under. */
export interface Terms {
  readonly settings: Settings;
  /** The last rank that counts; Infinity where the list is not cut. */
  readonly cutoff: number;
  /** The weight of each rank from 0, at least so many of them. */
  readonly discounts: (ranks: number) => Float64Array;
}

/**
 * A number by user, whose mean over users is the measure; with `per` the measure is the ratio of the two
 * means. Standard errors, paired differences and lifts follow in src/inference.
 */
export interface Metric {
  /** As texts write it: "nDCG". */
  readonly name: string;
  /** Other names under which it is known: "P" is "Precision". */
  readonly aliases: readonly string[];
  readonly purpose: string;
  readonly reference: string;
  /** The settings on which its values depend, but for those of ties, users and cutoff, which all metrics read. */
  readonly reads: readonly SettingName[];
  /** Whether the mean over the orders of a tie follows from mean gains. */
  readonly isLinear: boolean;
  /** The greatest value that it can have; null without a bound. */
  readonly most: number | null;
  /** Whether it is a share of what an ideal list earns. */
  readonly dividesByIdeal?: true;
  /** Whether more of it is not in itself better. */
  readonly neutral?: true;
  /** The user's value; null where it is not defined: the convention `empty` says what counts then. */
  readonly of: (list: UserList, terms: Terms) => number | null;
  readonly per?: (list: UserList, terms: Terms) => number;
  /** Whether it reads which items are listed, and not their grades alone. */
  readonly readsItems?: true;
  /**
   * For a measure of all lists together, which is not a mean over users: C of lists. `of` is C of one list alone; users'
   * values are those of a jackknife, so that their mean is C and their variance that of C over users.
   */
  readonly ofAll?: (lists: readonly UserList[], terms: Terms) => Jackknife;
}

/** A measure of all lists together, and of all lists but one. */
export interface Jackknife {
  readonly value: number;
  /** By user: the measure of all other lists. */
  readonly without: Float64Array;
}
