import type { Catalogue } from "./metrics/metric.js";
import type { Lines } from "./read/lines.js";

/** Labels by user, to which runs are joined. */
export interface Labels {
  readonly lines: Lines;
  readonly users: readonly string[];
  readonly of: (user: number) => Int32Array;
  /** A user's grades, best first. */
  readonly grades: (user: number) => Float64Array;
  readonly indexOf: ReadonlyMap<string, number>;
  /** The items of all users, numbered when they are first needed. */
  readonly numbered: () => NumberedItems;
}

/** A catalogue, and the place in it of the item of any line; −1 for items that it lacks. */
export interface NumberedItems {
  readonly catalogue: Catalogue;
  readonly of: (other: Lines, line: number) => number;
}
