import type { CurveSpec } from "../../exposure/curve-spec.js";

/**
 * Everything that is true of a simulated feed, as one frozen record. All five assumptions hold in
 * the strong form: depth is drawn from the feed's curve alone, independent of user, list and
 * reward, and a viewed item earns with q(x, a) whatever its rank.
 */
export interface DemoWorld {
  readonly name: string;
  readonly users: number;
  /** The days of the log: the first one as ISO text, and how many. */
  readonly firstDay: string;
  readonly days: number;
  /** Poisson: 1 + Poisson(extra) sessions on random days; daily: one on each day. */
  readonly visits:
    | { readonly kind: "poisson"; readonly extra: number }
    | { readonly kind: "daily" };
  readonly feeds: readonly Feed[];
  readonly catalogue: Catalogue;
  readonly rewards: Rewards;
  /** Score of the logging ranker: relevance + model error + temperature · Gumbel noise. */
  readonly logger: { readonly modelError: number; readonly temperature: number };
  readonly policies: readonly TargetPolicy[];
}

/** A surface with its own lists and its own depth; `share` is a session's chance to be on it. */
export interface Feed {
  readonly name: string;
  readonly share: number;
  /** P(depth ≥ r): any curve of position bias, before the list ends. */
  readonly curve: CurveSpec;
  /** Candidates that the logger retrieves and shows all of; even, since items come in pairs. */
  readonly listLength: number;
  /** Further candidates that the logger's retrieval never finds; even. */
  readonly unseen: number;
}

/**
 * The items: stories, each in two versions that earn exactly the same. The last `unseen` stories
 * are beyond the logger's reach. Drawn from a seed of their own, so that a world keeps its items
 * under every seed of the simulation.
 */
export interface Catalogue {
  readonly seed: number;
  readonly stories: number;
  readonly unseen: number;
  /** Added to the quality of the unseen stories: above 0, they are worth finding. */
  readonly unseenLift: number;
  readonly topics: number;
}

/**
 * Relevance of a story for a user = quality·N(0,1) + topic·(the user's taste for its topic), and
 * the user's own level is user·N(0,1). P(like) = σ(like + level + relevance), P(watch > 0) =
 * σ(watch + level + relevance); seconds, where watched, are log-normal about the story's mean.
 */
export interface Rewards {
  readonly like: number;
  readonly watch: number;
  readonly user: number;
  readonly quality: number;
  readonly topic: number;
  readonly seconds: number;
  readonly secondsSpread: number;
}

/**
 * How a target policy orders the candidates. `shift` adds so many times the relevance to the
 * logger's score: more is better, less is worse. `twin` gives each item the place of its other
 * version: other ranks, exactly equal value. `unseen` puts what the logger never retrieves first,
 * the best of it on top, and then the logger's list. `stale` puts the worst of that first, and then
 * the list in the order of a `shift`.
 */
export interface TargetPolicy {
  readonly name: string;
  readonly order:
    | { readonly kind: "shift"; readonly by: number }
    | { readonly kind: "twin" }
    | { readonly kind: "unseen" }
    | { readonly kind: "release"; readonly by: number; readonly at: number }
    | { readonly kind: "stale"; readonly by: number };
  /** A mistake that logs make: its ranks are counted among the viewed items, not in the full list. */
  readonly ranks?: "amongViewed";
}

/** The column with the ranks of a policy: `rankColumn("fresh-model")` is "rank_fresh_model". */
export const rankColumn = (policy: string): string => `rank_${policy.replaceAll("-", "_")}`;

/** The rewards of every world, in the order in which tables hold them. */
export const rewardNames: readonly ["like", "watch"] = Object.freeze(["like", "watch"] as const);
