import { type Reason, reason } from "../../errors.js";
import type { IntervalMethod } from "../../inference/intervals/interval.js";
import { posteriorOf } from "../../inference/posterior.js";
import { criticalOfSet } from "../../inference/set-interval.js";
import { normalQuantile } from "../../numeric/normal-quantile.js";
import { showPercent } from "../../numeric/show-number.js";
import type { Prior } from "../../study/study.js";
import type { OpenTally } from "./open-tally.js";
import type { Lift, Result, Verdict } from "./result.js";
import { isAnswer } from "./withheld.js";

/** What a posterior of a lift is read by: the prior, the directions of rewards, and how intervals are made. */
interface PosteriorTerms {
  readonly prior: Prior | undefined;
  readonly rewards: Result["rewards"];
  readonly method: IntervalMethod;
}

export const posteriorTermsOf = ({ study, questions, inference }: OpenTally): PosteriorTerms => ({
  prior: study.prior,
  rewards: questions.log.rewards,
  method: inference.interval,
});

/**
 * A verdict with what a prior makes of its lift, whose standard error is read off its interval: half its width over
 * z_{1−level/2}, so that the chances agree with the interval. It has a reason instead where the interval is not about
 * that of a normal estimate. Without a prior, a lift, or numbers that are an answer it stays as it is, and where the
 * policies are identical.
 */
export function withPosterior(
  verdict: Verdict,
  { prior, rewards, method }: PosteriorTerms,
): Verdict {
  const { lift, reward } = verdict;
  if (prior === undefined || lift === null || "none" in lift || !isAnswer(verdict)) return verdict;
  const [low, high] = lift.interval;
  if (low === high) return verdict;
  const priorSd = prior.lift.sd;
  const none = refusal(verdict, lift, method);
  if (none !== undefined) return { ...verdict, posterior: { priorSd, none } };
  const sign = rewards.find(({ name }) => name === reward)?.better === "lower" ? -1 : 1;
  const point = posteriorOf(
    { value: sign * lift.value, se: errorOf(verdict, lift.value) },
    priorSd,
  );
  const { mean, sd } = point;
  const ends = (lift.set ?? [lift.value]).map((value) =>
    posteriorOf({ value: sign * value, se: errorOf(verdict, value) }, priorSd),
  );
  const chances = ends.map(({ chanceAbove }) => chanceAbove);
  const [chanceToBeat, most] = [Math.min(...chances), Math.max(...chances)];
  const expectedLoss = Math.max(...ends.map((end) => end.expectedLoss));
  const range = lift.set === undefined ? {} : { mostChanceToBeat: most };
  return {
    ...verdict,
    posterior: { priorSd, mean: sign * mean, sd, chanceToBeat, ...range, expectedLoss },
  };
}

/** The standard error that the interval of a lift gives its value, or that of the end of its set. */
function errorOf({ lift, level, df, set, setSe }: Verdict, value: number): number {
  if (lift === null || "none" in lift) return Number.NaN;
  const [low, high] = lift.interval;
  if (lift.set === undefined) return (high - low) / 2 / normalQuantile(1 - level / 2);
  const reach = criticalOfSet({ ends: set ?? [0, 0], se: setSe ?? [0, 0] }, level, df ?? Infinity);
  return (value > lift.value ? high - lift.set[1] : lift.set[0] - low) / reach;
}

/** A normal estimate has an interval of two equal halves; these may differ by this factor. */
const mostSkewed = 2;

/** Why an interval says nothing of a normal estimate. */
function refusal(
  { reason: { code }, checks = [] }: Verdict,
  { value, set, interval: [low, high] }: Extract<Lift, { readonly value: number }>,
  method: IntervalMethod,
): Reason | undefined {
  const because = (why: string): Reason =>
    reason("noPosterior", `No posterior is given: ${why}`, { value, low, high });
  const isOfFew = checks.some(({ check, effect }) => check === few && effect === "cannotTell");
  if (code === few || isOfFew) return because("the error rests on too few users.");
  if (method.isConservative === true) {
    return because(`intervals by ${method.name} are wider than the error of one look at the log.`);
  }
  const [below, above] = [value - low, high - value];
  // Chances are read at each end of a set, by its own error.
  const isSkewed =
    set === undefined && !(Math.max(below, above) <= mostSkewed * Math.min(below, above));
  const shown = `the lift ${showPercent(value)} with its interval [${showPercent(low)}, ${showPercent(high)}]`;
  if (low <= -1)
    return because(`${shown} may be a loss of everything, which is not approximately normal.`);
  return isSkewed ? because(`${shown} is too skewed to be approximately normal.`) : undefined;
}

const few = "fewClusters";
