import type { ClusterKey } from "../tally/index.js";
import type { Depths } from "./depths.js";
import type { Fit } from "./fitter.js";
import type { LearnOptions } from "./learn.js";

/** The curve of one feed with all that it was learnt from, so that its uncertainty goes with it. */
export interface LearntCurve {
  /** null where the log has no feeds. */
  readonly feed: string | null;
  readonly options: Omit<LearnOptions, "to">;
  readonly fit: Fit;
  readonly depths: Depths;
  /** Whose values fell into the buckets of `depths`, and how. */
  readonly clusteredBy: ClusterKey;
  /** How many buckets there were to fall into. */
  readonly buckets: number;
}
