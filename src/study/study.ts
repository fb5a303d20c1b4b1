import type { Estimand, EstimatorRequest } from "../estimators/estimator.js";
import type { CurveByFeed } from "../exposure/curve.js";
import type { LogSpec, PolicySpec } from "../log/log-spec.js";

/** A study as read: every default filled in, every list of parameter values expanded. */
export interface Study {
  readonly log: LogSpec;
  readonly exposure: ExposureSpec;
  /** Without the reserved `logged`, which is always there. */
  readonly policies: Readonly<Record<string, PolicySpec>>;
  readonly baseline: string;
  /** The estimator whose difference gives the verdict; absent: the first listed that may decide. */
  readonly decide?: EstimatorRequest;
  readonly estimators: readonly EstimatorRequest[];
  readonly estimands: readonly Estimand[];
  /** Level of every interval, in (0, 1). */
  readonly confidence: number;
  /** Adds rows of feed "*" over all feeds, each on its own curve. */
  readonly pool: boolean;
  readonly sums: "exact" | "fast";
  readonly engine: EngineSpec;
}

/** How the logger exposed items: the position-bias curve, its logged exposures, or both. */
export interface ExposureSpec {
  readonly curve?: CurveByFeed;
  readonly column?: string;
}

export interface EngineSpec {
  readonly name: string;
  readonly threads?: number;
  readonly memoryLimit?: string;
  readonly tempDirectory?: string;
  /** A database file whose tables can be sources; it is opened for reading only. */
  readonly database?: string;
}
