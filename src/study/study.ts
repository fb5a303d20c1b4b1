import type { Estimand, EstimatorRequest } from "../estimators/estimator.js";
import type { CurveSpec } from "../exposure/curve.js";
import type { LogSpec, PolicySpec } from "../log/log-spec.js";

/** A study as read: every default filled in, every list of parameter values expanded. */
export interface Study {
  readonly log: LogSpec;
  readonly exposure: ExposureRequest;
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
export interface ExposureRequest {
  readonly curve?: CurveRequests;
  readonly column?: string;
  /** Days whose trajectories teach the curves and nothing else: results are of the other days. */
  readonly fitDays?: DayRange;
}

/** From one ISO day to another, both included; an absent end is open. */
export interface DayRange {
  readonly from?: string;
  readonly to?: string;
}

/** The curves that a study asks for: one for every feed, or one each by the feed's name. */
export type CurveRequests =
  | { readonly every: CurveRequest }
  | { readonly byFeed: Readonly<Record<string, CurveRequest>> };

/** A curve as given, one to be learnt from the log, or one learnt before. */
export type CurveRequest = CurveSpec | FitRequest | FileRequest;

export interface FitRequest {
  /** The model's name. */
  readonly fit: string;
  /** The model that continues a measured table, and the rank after which it does. */
  readonly tail?: string;
  readonly after?: number;
  readonly cutoff?: number;
  /** Fewest views at risk that a measured rank needs. */
  readonly support?: number;
}

export interface FileRequest {
  readonly file: string;
}

/** An engine by its name (or its address alone) and the options that are its own. */
export interface EngineSpec {
  readonly name: string;
  /** Where a server listens: `sc://host:15002`, `https://host:8443`. It may hold secrets. */
  readonly url?: string;
  readonly user?: string;
  readonly passwordFile?: string;
  readonly tokenFile?: string;
  /** A PEM file of authorities to trust. */
  readonly ca?: string;
  /** Sent with every call; they may hold secrets. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The server's own settings of every statement. */
  readonly settings?: Readonly<Record<string, string | number>>;
  /** Seconds that one statement may take. */
  readonly timeout?: number;
  /** Seconds that a server may take to answer at all. */
  readonly connectTimeout?: number;
  readonly threads?: number;
  readonly memoryLimit?: string;
  readonly tempDirectory?: string;
  /** A database file, opened for reading only, or a server's database: what tables are looked up in. */
  readonly database?: string;
  /** Results of statements that were run elsewhere. */
  readonly files?: readonly string[];
}
