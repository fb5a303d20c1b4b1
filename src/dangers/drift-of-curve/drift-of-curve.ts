import { hypot, tTwoSidedP } from "../../numeric/index.js";
import type { Danger, Finding } from "../danger.js";
import type { DepthCounts } from "../depths.js";
import {
  amount,
  amountWithInterval,
  figure,
  scaleFacts,
  shiftMeasured,
  shiftThatFlips,
} from "../figures.js";
import { totalOf } from "../grouped-sums.js";
import { type JackknifeEstimate, jackknife } from "../jackknife.js";
import { establishedLevel, type Line, trigger } from "../line.js";
import { once } from "../once.js";
import { cutShare, finite, sum } from "../reading.js";
import { calledAgain } from "../shifted-by.js";
import { type DepthsByDay, logTotals } from "../tables.js";
import { driftShift, errorOfRewards } from "./drift-shift.js";
import { type LogRank, logRank } from "./log-rank.js";

export const driftOfCurve: Danger = {
  code: "driftOfCurve",
  title: "the curve of each day",
  purpose:
    "Where people go deeper on some days and rewards differ between these days too, one curve for all is wrong: with each day's own view rates the difference must be called the same.",
  spoilsOthers: false,
  needsViews: true,
  needsDays: true,
  examine(line: Line): Finding {
    const { days } = line.log;
    const { n, depths } = logTotals(line.log);
    const untested =
      days === undefined || days.parts.length < 2
        ? "The log names no two days."
        : sum(depths.cut) > cutShare * n
          ? "Cut sessions hide the view rates of days."
          : line.policy.days === undefined
            ? "No curve weights the rows of a policy by exposure."
            : undefined;
    if (days === undefined || untested !== undefined) {
      const measured = figure(Number.NaN, "reward", "not tested");
      const found = {
        untested: true,
        tipping: null,
        measured,
        message: untested ?? "",
        facts: {},
      } as const;
      return { code: "driftOfCurve", effect: "none", binds: false, ...found };
    }
    return judged(line, days);
  },
};

function judged(line: Line, days: DepthsByDay): Finding {
  const parts = days.parts.length;
  const { chi2, p } = once(days, "log-rank", () => halvesOf(days, line.log.ranks));
  const shift = shiftOf(line);
  const triggered = Math.abs(shift.t) > trigger;
  const established = shift.p < establishedLevel(line);
  const difference = line.difference + shift.value;
  const se = hypot(line.se, shift.se);
  const { alternative, survives } = calledAgain(line, difference, se);
  const far =
    Math.abs(shift.value) > line.se || Math.abs(shift.value) > 0.1 * Math.abs(line.difference);
  const refusal = established ? "doNotTrust" : "cannotTell";
  return {
    code: "driftOfCurve",
    effect: triggered && !survives ? refusal : triggered && far ? "watch" : "none",
    binds: triggered,
    alternative,
    tipping: shiftThatFlips(line),
    measured: shiftMeasured(line, { alternative, shift, triggered, established, survives }),
    message: `With the view rates of each of ${parts} parts of the days the difference is ${amountWithInterval(line, difference, se)}, with those of all days together ${amount(line, line.difference, line.se)}.${triggered ? " Evaluate the days apart." : ""}`,
    facts: {
      parts,
      logRank: chi2,
      p,
      difference,
      se,
      interval: alternative.interval,
      shift: finite(shift.value),
      t: finite(shift.t),
      ...scaleFacts(line),
    },
  };
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
function shiftOf(line: Line): JackknifeEstimate {
  const groups = line.log.trajectories.length;
  const known = new Map<number | undefined, number>();
  const statistic = (without: number | undefined): number => {
    const value = known.get(without) ?? driftShift(line, without);
    known.set(without, value);
    return value;
  };
  const raw = jackknife(groups, statistic);
  if (raw.df < 1) return raw;
  let mean = 0;
  for (let group = 0; group < groups; group++) mean += statistic(group) / groups;
  const value = raw.value - (groups - 1) * (mean - raw.value);
  const se = hypot(raw.se, errorOfRewards(line));
  return { value, se, df: raw.df, ...(se === 0 ? { t: 0, p: 1 } : testOf(value / se, raw.df)) };
}

const testOf = (t: number, df: number): { readonly t: number; readonly p: number } => ({
  t,
  p: tTwoSidedP(t, df),
});
