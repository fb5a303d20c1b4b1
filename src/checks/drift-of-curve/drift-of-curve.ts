import { hypot } from "../../numeric/elementary/hypot.js";
import { tTwoSidedP } from "../../numeric/student-t.js";
import { sum } from "../../numeric/sum.js";
import type { Check } from "../check.js";
import type { Comparison, Reestimate } from "../comparison.js";
import { establishedLevel, trigger } from "../decision-of.js";
import type { DepthCounts } from "../depths.js";
import { untested } from "../figures.js";
import { totalOf } from "../grouped-sums.js";
import { type JackknifeEstimate, jackknife } from "../jackknife.js";
import { defineCheck } from "../judged.js";
import { cutShare } from "../log-curve.js";
import { once } from "../once.js";
import { type DepthsByDay, logTotals } from "../tables.js";
import { driftShift, errorOfRewards } from "./drift-shift.js";
import { type LogRank, logRank } from "./log-rank.js";

export const driftOfCurve: Check = defineCheck({
  code: "driftOfCurve",
  title: "curve that changes from day to day",
  purpose:
    "Where people go deeper on some days and rewards differ between these days too, one curve for all is wrong: the difference then uses each day's own view rates.",
  spoilsOthers: false,
  needs: ["views"],
  reads: ["days"],
  reestimate(comparison: Comparison): Reestimate | undefined {
    const { days } = comparison.log;
    if (days === undefined || whyUntested(comparison) !== undefined) return undefined;
    const parts = days.parts.length;
    const { chi2, p } = logRankOf(days, comparison.log.ranks);
    const shift = shiftOf(comparison);
    return {
      difference: comparison.difference + shift.value,
      se: hypot(comparison.se, shift.se),
      shift,
      hasSign: Math.abs(shift.t) > trigger,
      isEstablished: shift.p < establishedLevel(comparison),
      countsViews: true,
      says: `With separate view rates for each of ${parts} parts of the days the difference is`,
      ifSo: "if these are right",
      instead: "with one curve for all days",
      remedy: "Evaluate each day separately.",
      facts: { parts, logRank: chi2, p },
    };
  },
  read: (comparison: Comparison) => untested("reward", whyUntested(comparison) ?? ""),
});

const logRankOf = once(halvesOf);

function whyUntested({ log, policy }: Comparison): string | undefined {
  const { days } = log;
  if (days === undefined || days.parts.length < 2) return "The log does not hold two days or more.";
  const { n, depths } = logTotals(log);
  if (sum(depths.cut) > cutShare * n) return "Cut sessions hide the view rates of days.";
  if (policy.days === undefined) return "No curve weights the rows of a policy by exposure.";
  return undefined;
}

/** The depths of the first half of the parts against those of the second, taking all sessions for independent. */
function halvesOf({ parts, depths }: DepthsByDay, ranks: number): LogRank {
  const { trajectories, atEnd } = totalOf(depths);
  const half = Math.floor(parts.length / 2);
  const from = (first: number, end: number): DepthCounts => {
    const [all, ended] = [new Float64Array(ranks), new Float64Array(ranks)];
    for (let cell = first * ranks; cell < end * ranks; cell++) {
      const at = cell % ranks;
      all[at] = (all[at] ?? 0) + (trajectories[cell] ?? 0);
      ended[at] = (ended[at] ?? 0) + (atEnd[cell] ?? 0);
    }
    return { trajectories: all, atEnd: ended };
  };
  return logRank(from(0, half), from(half, parts.length));
}

/**
 * The shift without the bias that ratios of few views have; its error is that of the curves, by groups of users,
 * and that of the rewards.
 */
function shiftOf(comparison: Comparison): JackknifeEstimate {
  const groups = comparison.log.trajectories.length;
  const known = new Map<number | undefined, number>();
  const statistic = (without: number | undefined): number => {
    const value = known.get(without) ?? driftShift(comparison, without);
    known.set(without, value);
    return value;
  };
  const raw = jackknife(groups, statistic);
  if (raw.df < 1) return raw;
  let mean = 0;
  for (let group = 0; group < groups; group++) mean += statistic(group) / groups;
  const value = raw.value - (groups - 1) * (mean - raw.value);
  const se = hypot(raw.se, errorOfRewards(comparison));
  return { value, se, df: raw.df, ...(se === 0 ? { t: 0, p: 1 } : testOf(value / se, raw.df)) };
}

const testOf = (t: number, df: number): { readonly t: number; readonly p: number } => ({
  t,
  p: tTwoSidedP(t, df),
});
