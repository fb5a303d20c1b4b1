import type { NamesModel } from "../exposure/curve.js";

/** Which curve to fit, as a study's `log.exposure.curve: { fit, tail, after, cutoff, support }` says. */
export interface FitCurveOptions extends NamesModel {
  readonly model: string;
  /** The parametric model that continues a measured table. */
  readonly tail?: string;
  /** The last rank that is taken as measured; default: the last supported one. */
  readonly after?: number;
  readonly cutoff?: number;
  /** Least views at a rank for its measured probability to be taken; default 50. */
  readonly support?: number;
  /** The deepest rank that must have a probability: the largest displayed or target rank. */
  readonly to: number;
  /** The end of the longest list, where the log says how long lists are. */
  readonly longest?: number;
}
