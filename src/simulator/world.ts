import type { CurveSpec } from "../exposure/index.js";

/**
 * A platform with everything that is true of it. Users come back during the days of an A/B test; each session
 * has a trajectory in the first feed, and maybe one in each of the next. With every dial at 0 all assumptions of
 * off-policy evaluation hold: depth is drawn from the feed's curve alone, and a viewed item earns with a
 * probability that depends on the user, the item and the day, whatever its rank and its neighbours.
 */
export interface World {
  readonly name: string;
  /** Users of the whole test, over all arms. */
  readonly users: number;
  /** Mean number of sessions of a user, at least 1: 1 + Poisson. */
  readonly sessions: number;
  /** The first day as ISO text, and how many days there are. */
  readonly firstDay: string;
  readonly days: number;
  /** What each day of the week does, Monday first, and how much every reward's logit rises from day to day. */
  readonly week: readonly Weekday[];
  readonly drift: number;
  readonly items: Items;
  /** The first feed, and those that are entered from the one before them. */
  readonly feeds: readonly WorldFeed[];
  readonly rewards: readonly WorldReward[];
  /** Standard deviation of the users' level: how readily somebody gives any reward. */
  readonly level: number;
  /** The arms of the test: the first one writes the log, and the log holds the ranks of the others. */
  readonly policies: readonly WorldPolicy[];
  /** Log the probability that an item is viewed under each policy, over the chance of the rankers. Slow. */
  readonly exposures?: boolean;
  /** How strongly assumptions are broken, by the dial's name. A dial that is not named is at 0. */
  readonly dials: Readonly<Record<string, number>>;
}

/** A day of the week: its relative number of sessions, and what it adds to the logit of every reward. */
export interface Weekday {
  readonly sessions: number;
  readonly lift: number;
}

/** The catalogue, drawn from a seed of its own: a world keeps its items under every seed of the simulation. */
export interface Items {
  readonly seed: number;
  readonly count: number;
  readonly topics: number;
  /** The first so many items are the popular ones, which retrieval draws from more densely. */
  readonly popular: number;
  /** Standard deviation of quality, of a user's taste for a topic, and how well popularity follows quality. */
  readonly quality: number;
  readonly taste: number;
  readonly popularity: number;
}

/** A surface with lists and a depth of its own. */
export interface WorldFeed {
  readonly name: string;
  /** P(depth ≥ r), before the list ends: any curve of position bias. */
  readonly curve: CurveSpec;
  /** Candidates of a session, all of which are shown; so many of them are drawn from the popular items. */
  readonly candidates: number;
  readonly popular: number;
  /** The chance that a session goes on to this feed from the one before it; 1 in the first feed. */
  readonly entry: number;
}

/**
 * P(reward > 0) = σ(base + level + relevance + the day's lift), relevance = quality + the user's taste for the
 * topic. A binary reward is then 1; a count is 1 + geometric with mean `mean`; a real one is log-normal about
 * the item's own mean, which is `mean` times a number in [½, 3⁄2), with standard deviation `spread` of its
 * logarithm.
 */
export interface WorldReward {
  readonly name: string;
  readonly kind: "binary" | "count" | "real";
  /** What users say (a like) is explicit, what they do (seconds watched) is implicit. */
  readonly feedback: "explicit" | "implicit";
  readonly base: number;
  readonly mean?: number;
  readonly spread?: number;
}

/**
 * An arm: it orders candidates by relevance · `relevance` + popularity · `popularity` + its model's error for
 * the item, with standard deviation `error`, + `temperature` · Gumbel. That is Plackett–Luce, or a fixed order
 * at temperature 0. Errors and Gumbel numbers are the same for all policies, so that they share their chance.
 */
export interface WorldPolicy {
  readonly name: string;
  /** Share of the users in this arm; shares add up to 1. */
  readonly share: number;
  readonly relevance: number;
  readonly popularity: number;
  readonly error: number;
  readonly temperature: number;
  /** New items that its retrieval finds and those of the others do not: it shows them from a rank on. */
  readonly finds?: {
    readonly items: number;
    readonly rank: number;
    readonly first: "best" | "worst";
  };
  /** A mistake that logs make: its ranks are counted among the rows of a trajectory, not among all candidates. */
  readonly ranks?: "amongRows";
}

/** The policy that writes the log. */
export const loggerOf = ({ policies }: World): WorldPolicy => policies[0] as WorldPolicy;

/** The column with the ranks of a policy: `rankColumnOf("fresh-model")` is "rank_fresh_model". */
export const rankColumnOf = (policy: string): string => `rank_${column(policy)}`;

/** The column with the exposures of a policy. */
export const exposureColumnOf = (policy: string): string => `exposure_${column(policy)}`;

const column = (name: string): string => name.replaceAll("-", "_");
