import type { FitResult, FittedFeed } from "../../evaluate/fit.js";
import { capital } from "../say/capital.js";
import { sayCount, sayLevel } from "../say/number.js";
import { feedWords } from "../say/words.js";

/** "Feed home", or "The log" where it has no feeds. */
export const sayFeed = (feed: string | null): string => capital(feedWords(feed) ?? "the log");

/** How many trajectories teach the curve, and how many of them were not seen to stop. */
export function sayTrajectories({ trajectories, censored, buckets, kept }: FittedFeed): string {
  const share = trajectories === 0 ? 0 : (100 * censored) / trajectories;
  const some = `${sayCount(censored)} of them (${share.toFixed(1)} %) not seen to stop`;
  const ends = censored === 0 ? "each seen to stop" : some;
  const role = "code" in kept ? null : kept.clusteredBy.role;
  const whole =
    role === "user" ? "users" : role === null ? "users (or trajectories)" : "trajectories";
  const errors = `standard errors from ${sayCount(buckets)} ${buckets === 1 ? "bucket" : "buckets"} of whole ${whole}`;
  return `${sayCount(trajectories)} ${trajectories === 1 ? "trajectory" : "trajectories"}, ${ends}; ${errors}.`;
}

/** The log in a sentence. */
export const sayFitLog = ({ log }: FitResult): string =>
  `${sayCount(log.impressions)} impressions; ${sayCount(log.trajectories)} trajectories teach the curves.`;

/** "95 % interval" */
export const sayIntervalName = (confidence: number): string => `${sayLevel(confidence)} interval`;
