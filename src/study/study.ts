import type { OptionValues } from "../engines/index.js";
import type { Estimand, EstimatorRequest } from "../estimators/estimator.js";
import type { CurveSpec, NamesModel } from "../exposure/curve.js";
import type { PerFeed } from "../exposure/per-feed.js";
import type { LogSpec, PolicySpec } from "../log/log-spec.js";
import type { OnlineResultsSpec } from "../log/online-results.js";
import type { Members } from "./members.js";

/** A study as read: every default filled in, every list of parameter values expanded. */
export interface Study {
  readonly log: LogSpec;
  readonly exposure: ExposureRequest;
  /** Without the reserved `logged`, which is always there. */
  readonly policies: Readonly<Record<string, PolicySpec>>;
  /** What policies earned online, day by day; for comparisons alone. */
  readonly online?: OnlineResultsSpec;
  readonly baseline: string;
  /** The estimator whose difference gives the verdict; absent: the first listed that may decide. */
  readonly decide?: EstimatorRequest;
  readonly estimators: readonly EstimatorRequest[];
  readonly estimands: readonly Estimand[];
  /** Level of every interval, in (0, 1). */
  readonly confidence: number;
  /** Name of the method that makes intervals. */
  readonly interval: string;
  /** Name of the method that adjusts p for the verdict lines of the study. */
  readonly adjust: string;
  /** Which verdict lines share the level: all of the study, or those of each feed. */
  readonly family: "study" | "feed";
  /** Rewards of which a candidate must be shown not to lose more than a share. */
  readonly guardrails?: Readonly<Record<string, Guard>>;
  /** What is believed of lifts before the log is read; absent: nothing is said of chances. */
  readonly prior?: Prior;
  /** Adds rows of feed "*" over all feeds, each on its own curve. */
  readonly pool: boolean;
  readonly sums: "exact" | "fast";
  readonly privacy: Privacy;
  /** The file with known answers of a simulated log. */
  readonly truth?: string;
  readonly engine: EngineSpec;
  /** What its names stand for, where the caller added members; no part of a study file. */
  readonly members?: Members;
}

/** By how much of what the baseline earns a candidate may be worse, in (0, 1). */
export interface Guard {
  readonly notWorseThan: number;
}

/** Lifts before the log is read: normal around 0. */
export interface Prior {
  readonly lift: { readonly sd: number };
}

/** What results may hold of users. */
export interface Privacy {
  /** The key of a user on whom a verdict rests. */
  readonly keys: boolean;
  /** A file with a secret that enters the hash of users' keys. */
  readonly saltFile?: string;
}

/** How the logging policy exposed items: the position-bias curve, its logged exposures, or both. */
export interface ExposureRequest {
  readonly curve?: CurveRequests;
  readonly column?: string;
  readonly trust?: TrustTables | TrustFall;
  /** Days whose trajectories are used to fit the curves and for nothing else: results are of the other days. */
  readonly fitDays?: DayRange;
}

/**
 * How far users trust the ranker at each displayed rank: of what is viewed there, a relevant item is rewarded with
 * chance `plus`, another with `minus`. The last number of a list holds for all deeper ranks.
 */
export interface TrustTables {
  readonly plus: readonly number[];
  readonly minus: readonly number[];
}

/** From each displayed rank to the next the rewards of a view fall by at most this share, since users trust the ranker. */
export interface TrustFall {
  readonly fallsBy: number;
}

/** From one ISO day to another, both included; an absent end is open. */
export interface DayRange {
  readonly from?: string;
  readonly to?: string;
}

/** The curves that a study asks for. */
export type CurveRequests = PerFeed<CurveRequest>;

/** A curve as given, one to be fitted on the log, or one fitted before. */
export type CurveRequest = CurveSpec | FitRequest | FileRequest;

export interface FitRequest extends NamesModel {
  /** The model's name. */
  readonly fit: string;
  /** The model that continues a measured table, and the rank after which it does. */
  readonly tail?: string;
  readonly after?: number;
  readonly cutoff?: number;
  /** Fewest views at risk that a measured rank needs. */
  readonly support?: number;
}

export interface FileRequest extends NamesModel {
  readonly file: string;
}

/** An engine by its name (or its address alone) and the options that it declares. */
export interface EngineSpec extends OptionValues {
  readonly name: string;
}
