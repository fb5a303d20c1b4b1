import type { Truth } from "../report/index.js";
import type { Chosen, Offered } from "./choice.js";

/** What a page knows of itself besides the tally. */
export interface PageData {
  /** What files that are saved from it are called, without their ending. */
  readonly name: string;
  readonly title?: string;
  readonly truth?: readonly Truth[];
  /** What the caller of the run chose in place of the study's. */
  readonly base: Chosen;
  /** The level and the baseline that the run has. */
  readonly own: Chosen;
  readonly offered: readonly Offered[];
  /** The groups of users of the tally. */
  readonly groups: number;
  /** Whether the run itself had these groups: then nothing differs from it. */
  readonly isRun: boolean;
  /** Whether the tally holds the tables of checks. */
  readonly isWhole: boolean;
}
