import type { FitResult, FittedFeed } from "../../evaluate/fit.js";
import { counted, showCount } from "../../numeric/show-number.js";
import { capital } from "../../plain-line.js";
import { feedWords } from "./names.js";

/** "Feed home", or "The log" where it has no feeds. */
export const describeFeed = (feed: string | null): string => capital(feedWords(feed) ?? "the log");

/** How many trajectories the curve is fitted on, and how many of them are censored. */
export function describeTrajectories({
  trajectories,
  censored,
  buckets,
  kept,
}: FittedFeed): string {
  const some = `${showCount(censored)} of them (${percentCensored(trajectories, censored).toFixed(1)} %) censored`;
  const ends = censored === 0 ? "none censored" : some;
  const role = "code" in kept ? null : kept.clusteredBy.role;
  const whole =
    role === "user" ? "users" : role === null ? "users (or trajectories)" : "trajectories";
  const errors = `standard errors from ${counted(buckets, "bucket")} of whole ${whole}`;
  return `${counted(trajectories, "trajectory")}, ${ends}; ${errors}.`;
}

export const describeFitLog = ({ log }: FitResult): string =>
  `${showCount(log.impressions)} impressions; the curves are fitted on ${showCount(log.trajectories)} trajectories.`;

export const percentCensored = (trajectories: number, censored: number): number =>
  trajectories === 0 ? 0 : (100 * censored) / trajectories;
