import type { Facts } from "../../errors.js";
import { exp } from "../../numeric/elementary/exp.js";
import { pow } from "../../numeric/elementary/pow.js";
import { finite } from "../../numeric/finite.js";
import { showTwoDigits } from "../../numeric/show-number.js";
import { sum } from "../../numeric/sum.js";
import { capital } from "../../plain-line.js";
import { middleOfBin, ranksApart } from "../../tally/comparisons/rank-bins.js";
import { byDepthOf, depthsOf, preferenceOf } from "../alternative-by-depth.js";
import { errorOfModel } from "../alternatives.js";
import type { Check, Figure } from "../check.js";
import type { Comparison, Reestimate } from "../comparison.js";
import { establishedLevel, trigger } from "../decision-of.js";
import { slotsOfBin } from "../deep-ranks.js";
import { one, share, shiftThatFlips } from "../figures.js";
import { totalOf } from "../grouped-sums.js";
import type { JackknifeEstimate } from "../jackknife.js";
import { defineCheck } from "../judged.js";
import { ownCurve } from "../log-curve.js";
import { once } from "../once.js";
import { curveOfLevels, preferenceSlope } from "../preference.js";
import { reestimated } from "../shifted-by.js";
import { mantelHaenszel, stopHazard } from "../stop-tests.js";
import {
  type Continuations,
  cascadeShift,
  continuationRatio,
  rewardedAtEnd,
  type Slots,
} from "../stopping.js";
import { stoppingOf } from "../stopping-reward.js";
import { logTotals, type PolicyTables, tableOf } from "../tables.js";
import { differenceOf, shifted, viewSums } from "../view-sums.js";

/** Rows by rank, at risk of stopping and going on, apart by whether they carry the reward. */
function continuations(
  comparison: Pick<Comparison, "log" | "curve">,
  reward: string,
  without?: number,
): Continuations {
  const { log } = comparison;
  const { views, depths } = logTotals(log, without);
  const rewarded = totalOf(tableOf(log.rewards, reward).byDepth, without).rewarded;
  const counts = depthsOf(comparison, without);
  const ranks = log.ranks;
  const risk: [Float64Array, Float64Array] = [new Float64Array(ranks), new Float64Array(ranks)];
  const goOn: [Float64Array, Float64Array] = [new Float64Array(ranks), new Float64Array(ranks)];
  for (let rank = 1; rank <= ranks; rank++) {
    let [last, beyond] = [0, 0];
    for (let depth = rank; depth <= ranks; depth++) {
      const count = rewarded[(depth - 1) * ranks + rank - 1] ?? 0;
      if (depth === rank) last = count;
      else beyond += count;
    }
    const stopped = depths.trajectories[rank - 1] ?? 0;
    const ended = depths.atEnd[rank - 1] ?? 0;
    const viewed = views.views[rank - 1] ?? 0;
    const lastAtRisk = last - rewardedAtEnd(counts, { depths: ranks, rewards: rewarded }, rank);
    goOn[1][rank - 1] = beyond;
    goOn[0][rank - 1] = viewed - stopped - beyond;
    risk[1][rank - 1] = beyond + lastAtRisk;
    risk[0][rank - 1] = viewed - ended - beyond - lastAtRisk;
  }
  return { atRisk: risk, goOn };
}

/** The ranks up to 512: a bin of deeper ones does not tell which of its rows are the last. */
function aboveBins({ atRisk, goOn }: Continuations): Continuations {
  const ranks = ([unrewarded, rewarded]: Continuations["goOn"]): Continuations["goOn"] => [
    Array.from(unrewarded).slice(0, ranksApart),
    Array.from(rewarded).slice(0, ranksApart),
  ];
  return { atRisk: ranks(atRisk), goOn: ranks(goOn) };
}

/** What the log and a policy show, by slot; slots that a policy leaves empty stop as the log's do. */
function slotsOf(comparison: Comparison, policy: PolicyTables, stopping: string, without?: number) {
  const { cells, rewards, rows } = policy;
  const ranks = comparison.log.ranks;
  const stop = tableOf(rewards, stopping);
  const groupedSums = tableOf(rewards, comparison.reward);
  const [stopRows, sums, counts] = [
    totalOf(stop, without).rewarded,
    totalOf(groupedSums, without).sum,
    totalOf(rows, without).rows,
  ];
  const byRank = new Float64Array(ranks);
  const logged = { reward: new Float64Array(ranks), stopping: new Float64Array(ranks) };
  const target = { reward: new Float64Array(ranks), stopping: new Float64Array(ranks) };
  const filled = new Float64Array(ranks);
  const slots = Float64Array.from(filled, (_, at) => slotsOfBin(comparison.log, at + 1));
  for (let cell = 0; cell < counts.length; cell++) {
    const r = (cells.rank[cell] ?? 0) - 1;
    byRank[r] = (byRank[r] ?? 0) + (counts[cell] ?? 0);
    logged.reward[r] = (logged.reward[r] ?? 0) + (sums[cell] ?? 0);
    logged.stopping[r] = (logged.stopping[r] ?? 0) + (stopRows[cell] ?? 0);
  }
  for (let cell = 0; cell < counts.length; cell++) {
    const r = (cells.rank[cell] ?? 0) - 1;
    const s = (cells.target[cell] ?? 0) - 1;
    const n = byRank[r] ?? 0;
    if (s < 0 || n === 0) continue;
    const slotsEach = (slots[r] ?? 1) / (slots[s] ?? 1);
    target.reward[s] = (target.reward[s] ?? 0) + ((sums[cell] ?? 0) / n) * slotsEach;
    target.stopping[s] = (target.stopping[s] ?? 0) + ((stopRows[cell] ?? 0) / n) * slotsEach;
    filled[s] = (filled[s] ?? 0) + ((counts[cell] ?? 0) / n) * slotsEach;
  }
  for (let r = 0; r < ranks; r++) {
    const n = byRank[r] ?? 0;
    if (n === 0) continue;
    logged.reward[r] = (logged.reward[r] ?? 0) / n;
    logged.stopping[r] = (logged.stopping[r] ?? 0) / n;
  }
  for (let s = 0; s < ranks; s++) {
    const empty = Math.max(0, 1 - (filled[s] ?? 0));
    target.stopping[s] = (target.stopping[s] ?? 0) + empty * (logged.stopping[s] ?? 0);
  }
  return { logged: { ...logged, slots }, target: { ...target, slots }, filled };
}

/** The difference by the log's own curve (or by taste above the last rows), with the cascade's shift of rewards and views. */
function underStopping(
  comparison: Comparison,
  stopping: string,
  withPreference: boolean,
  without?: number,
): number {
  const continued = continuations(comparison, stopping, without);
  const kappa = continuationRatio(aboveBins(continued));
  const pooled = Array.from(continued.goOn[0], (each, at) => {
    const risk = (continued.atRisk[0][at] ?? 0) + (continued.atRisk[1][at] ?? 0);
    return risk > 0 ? (each + (continued.goOn[1][at] ?? 0)) / risk : 0;
  });
  const curve = withPreference
    ? preferenceCurve(comparison, without)
    : ownCurve(comparison, without);
  return differenceOf(
    comparison,
    (policy) => {
      const { logged, target, filled } = slotsOf(comparison, policy, stopping, without);
      const shiftOf = (before: Slots["reward"], after: Slots["reward"]): number =>
        cascadeShift({ ...logged, reward: before }, { ...target, reward: after }, pooled, kappa);
      const every = logged.reward.map(() => 1);
      return shifted(viewSums(comparison, policy, curve, without), {
        reward: shiftOf(logged.reward, target.reward),
        weight: shiftOf(every, filled),
        views: shiftOf(every, every),
      });
    },
    without,
  );
}

const slopeAbove = ({ log, curve, reward }: Comparison, without?: number): number =>
  slopeIn(log, curve, reward, without);

const slopeIn = once(
  (log: Comparison["log"], curve: Comparison["curve"], reward: string, without?: number) =>
    preferenceSlope(
      depthsOf({ log, curve }, without),
      byDepthOf({ log }, reward, "sum", without),
      false,
    ),
);

function preferenceCurve(comparison: Comparison, without?: number): Float64Array {
  const b = slopeAbove(comparison, without);
  const levels = Float64Array.from({ length: comparison.log.ranks }, (_, at) =>
    pow(middleOfBin(at + 1), b),
  );
  return curveOfLevels(depthsOf(comparison, without), levels);
}

/** e^σ: how many times the rewards that the rows above predict stand on last rows; 1 where none ends sessions. */
function ratioFigure({ value, se, df }: JackknifeEstimate): Figure {
  const times = exp(value);
  const error = df > 0 && Number.isFinite(se) ? ` ± ${(times * se).toFixed(2)}` : "";
  const words = `no evidence (last rows: ${times.toFixed(2)}${error} times the rewards predicted)`;
  return { value: times, se: finite(times * se), unit: "times", words };
}

/** Stops after rewarded against those after unrewarded rows of the same rank, taking all rows for independent. */
const stopFactsOf = once(stopFacts);

function stopFacts(log: Comparison["log"], curve: Comparison["curve"], reward: string): Facts {
  const { atRisk, goOn } = aboveBins(continuations({ log, curve }, reward));
  const ranks = Array.from(atRisk[0], (_, at) => ({
    stopsRewarded: (atRisk[1][at] ?? 0) - (goOn[1][at] ?? 0),
    goesOnRewarded: goOn[1][at] ?? 0,
    stopsUnrewarded: (atRisk[0][at] ?? 0) - (goOn[0][at] ?? 0),
    goesOnUnrewarded: goOn[0][at] ?? 0,
  }));
  const { oddsRatio, seLogOR, chi2, p } = mantelHaenszel(ranks);
  const hazard = stopHazard(ranks);
  return {
    oddsRatio: finite(oddsRatio),
    seLogOdds: finite(seLogOR),
    mantelHaenszel: chi2,
    p,
    hazardSlope: hazard?.slope ?? null,
    hazardP: hazard?.p ?? null,
  };
}

/** Of the rewarded rows those that are the last of their trajectory. */
function shareOnLast(comparison: Comparison, reward: string): number {
  const beyond = sum(continuations(comparison, reward).goOn[1]);
  return 1 - beyond / sum(totalOf(tableOf(comparison.log.rewards, reward).byDepth).rewarded);
}

/** |t| of taste above which it is allowed for where a reward is established to end sessions. */
const weak = 1;

/** Errors that reach to another difference, so far away. */
const reaching = ([below, above]: readonly [number, number], to: number) =>
  [Math.max(below, -to), Math.max(above, to)] as const;

/** Where lists differ in their items the model, of slots by themselves, finds no more than half of what stops do. */
const asMuchAgain = 1;

/** From this share on a reward may be one of the session, written on its last row. */
const nearlyAll = 0.995;

export const stopsOnReward: Check = defineCheck({
  code: "stopsOnReward",
  title: "sessions that end on a reward",
  purpose:
    "A reward that ends or prolongs the session changes how far the list is viewed, which the position-based model excludes.",
  spoilsOthers: false,
  needs: ["views", "targetRanks"],
  reestimate(comparison: Comparison): Reestimate | undefined {
    const { reward, ratio } = stoppingOf(comparison);
    if (!(Math.abs(ratio.t) > trigger)) return undefined;
    const isEstablished = ratio.p < establishedLevel(comparison) / 2;
    const { t: preference, p } = preferenceOf(comparison, false);
    const withPreference = p < establishedLevel(comparison) / 2;
    const under = (preferred: boolean) =>
      reestimated(comparison, (without) => underStopping(comparison, reward, preferred, without));
    const { difference, se, shift } = under(withPreference);
    // Of taste there is a sign, and no more: either may be right.
    const isOpen = !withPreference && Math.abs(preference) > trigger;
    // Where rewards end sessions few stand above last rows, so that the verdict must hold under weaker evidence of taste too.
    const isDoubted = isEstablished && Math.abs(preference) > weak && !withPreference;
    return {
      ...{ difference, se, shift },
      errs: reaching(
        errorOfModel(comparison, difference, asMuchAgain),
        isOpen ? under(true).difference - difference : 0,
      ),
      hasSign: true,
      isEstablished,
      says: saysOf(comparison, isEstablished, withPreference),
      instead: "as the study estimates it",
      ...(isDoubted && {
        weaker: { ...under(true), says: "With taste that goes with depth, too, it is" },
      }),
      facts: { ...factsOf(comparison), withTaste: withPreference },
    };
  },
  read: (comparison: Comparison) => ({
    tipping: shiftThatFlips(comparison),
    measured: ratioFigure(stoppingOf(comparison).ratio),
    message: "No reward shows evidence of ending sessions.",
    facts: factsOf(comparison),
  }),
});

function saysOf(comparison: Comparison, isEstablished: boolean, withPreference: boolean): string {
  const { reward, ratio } = stoppingOf(comparison);
  const ends = ratio.value > 0 ? "end" : "prolong";
  const onLast = shareOnLast(comparison, reward);
  const sign =
    onLast >= nearlyAll
      ? `${share(onLast)} of the rewarded rows (${reward}) are the last of their session. If it is written there wherever it was earned, this log cannot compare rankings. If ${one(reward)} ends the session, then`
      : `${capital(one(reward))} ${isEstablished ? `${ends}s` : `may ${ends}`} the session (last rows carry ${showTwoDigits(exp(ratio.value))} times the ${reward} that the rows above predict);`;
  return `${sign} allowing for that${withPreference ? ", and for taste that goes with depth," : ""} by ${withPreference ? "simple models" : "a simple model"} the difference is`;
}

function factsOf(comparison: Comparison): Facts {
  const { reward, ratio } = stoppingOf(comparison);
  return {
    stoppingReward: reward,
    ratio: exp(ratio.value),
    ratioT: finite(ratio.t),
    onLast: shareOnLast(comparison, reward),
    ...stopFactsOf(comparison.log, comparison.curve, reward),
  };
}
