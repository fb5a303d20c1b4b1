import { posteriorOf } from "../../inference/index.js";
import { tQuantile } from "../../numeric/index.js";
import type { Prior } from "../../study/index.js";
import type { Result, Verdict } from "./result.js";
import { isAnswer } from "./withheld.js";

/**
 * A verdict with what a prior makes of its lift, whose standard error is read off its interval: half its width over
 * t_{1−level/2, ν}. Without a prior, a lift, or numbers that are an answer it stays as it is.
 */
export function withPosterior(
  verdict: Verdict,
  prior: Prior | undefined,
  rewards: Result["rewards"],
): Verdict {
  const { lift, level, df, reward } = verdict;
  if (prior === undefined || lift === null || "none" in lift || df === null) return verdict;
  if (!isAnswer(verdict) || !(df > 0)) return verdict;
  const [low, high] = lift.interval;
  const se = (high - low) / 2 / tQuantile(1 - level / 2, df);
  const sign = rewards.find(({ name }) => name === reward)?.better === "lower" ? -1 : 1;
  const found = posteriorOf({ value: sign * lift.value, se }, prior.lift.sd);
  const { mean, sd, chanceAbove: chanceToBeat, expectedLoss } = found;
  const posterior = { priorSd: prior.lift.sd, mean: sign * mean, sd, chanceToBeat, expectedLoss };
  return { ...verdict, posterior };
}
