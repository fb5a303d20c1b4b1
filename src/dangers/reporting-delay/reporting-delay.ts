import { nameOfBin } from "../../tally/lines/rank-bins.js";
import type { Danger, Finding } from "../danger.js";
import {
  amount,
  amountWithInterval,
  figure,
  lineWith,
  scaleFacts,
  share,
  shiftThatFlips,
} from "../figures.js";
import { type Line, trigger } from "../line.js";
import { calledAgain } from "../shifted-by.js";
import type { DepthsByDay } from "../tables.js";
import { designOf, earlyDays } from "./early-days.js";
import { type Fall, fallOfRewards } from "./fall-of-rewards.js";

export const reportingDelay: Danger = {
  code: "reportingDelay",
  title: "rewards that are not there yet",
  purpose:
    "Where rewards fall towards the end of the log some may still be to come, of some items more than of others: the days before must give the same call.",
  spoilsOthers: false,
  needsViews: true,
  needsDays: true,
  needs: "targetRanks",
  examine(line: Line): Finding {
    const { days } = line.log;
    const code = "reportingDelay";
    const none = { code, effect: "none", binds: false, tipping: null } as const;
    if (days === undefined || days.parts.length < 2 || line.policy.days === undefined) {
      const measured = figure(Number.NaN, "share", "not tested");
      const message = "The log names no two days.";
      return { ...none, untested: true, measured, message, facts: {} };
    }
    const fall = fallOfRewards(line, designOf(line));
    if (fall !== undefined) return judged(line, days, fall);
    const message = "Rewards do not fall towards the end of the log.";
    const measured = figure(1, "share", "no sign");
    return { ...none, measured, message, facts: { parts: days.parts.length } };
  },
};

/** The days before the fall must give the same call, where their difference is another one beyond chance. */
function judged(line: Line, days: DepthsByDay, { before, rank, early, late }: Fall): Finding {
  const found = earlyDays(line, days, before);
  const se = line.se * Math.sqrt(1 / found.share);
  const { alternative, survives } = calledAgain(line, line.difference + found.shift, se);
  const error = line.se * Math.sqrt(1 / found.share - 1);
  const t = error > 0 ? found.shift / error : 0;
  const isMoved = Math.abs(t) > trigger;
  const changed = lineWith(line, { ...alternative, df: line.df }, found.ofBase);
  const from = dayOf(days.parts[before] ?? 0);
  const left = late / early;
  const where = rank === null ? "" : ` at rank ${nameOfBin(rank)}`;
  const sign = `From ${from} on a view${where} brings ${share(left)} of the ${line.reward} that it brought before: some may not be there yet.`;
  const difference = amountWithInterval(changed, alternative.difference, alternative.se);
  return {
    code: "reportingDelay",
    effect: !isMoved ? "none" : survives ? "watch" : "cannotTell",
    binds: isMoved,
    alternative,
    tipping: shiftThatFlips(line),
    measured: figure(left, "share", `${share(left)} left from ${from} on`),
    message: `${sign} By the days before the difference is ${difference} instead of ${amount(line, line.difference, line.se)}.`,
    facts: {
      from,
      rank,
      left,
      early,
      late,
      shareOfDays: found.share,
      t,
      difference: alternative.difference,
      differenceSe: alternative.se,
      interval: alternative.interval,
      earnedSo: changed.earned,
      ...scaleFacts(line),
    },
  };
}

/** 20261103 as "2026-11-03". */
const dayOf = (part: number): string => String(part).replace(/^(\d+)(\d\d)(\d\d)$/, "$1-$2-$3");
