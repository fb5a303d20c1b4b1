import type { Paint } from "./paint.js";

export interface TextStyle {
  readonly width: number;
  readonly paint: Paint;
  /** Every check of every comparison, also those without evidence. */
  readonly full?: boolean;
  /** So much as a screen holds. */
  readonly brief?: boolean;
}

/** Lines of a terminal; an empty line stands between two blocks. */
export interface TextBlock {
  readonly lines: readonly string[];
  /** Stands directly under the block before it. */
  readonly joins?: boolean;
  /** A plot: its axes are round numbers, not numbers of the document. */
  readonly isPicture?: boolean;
}
