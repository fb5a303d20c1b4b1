import { nameOfBin } from "../../tally/comparisons/rank-bins.js";
import type { Check, MovedDifference } from "../check.js";
import type { Comparison } from "../comparison.js";
import { trigger } from "../decision-of.js";
import { figure, movedWithBase, share, untested } from "../figures.js";
import { defineCheck } from "../judged.js";
import type { DepthsByDay } from "../tables.js";
import { designOf, earlyDays } from "./early-days.js";
import { type Fall, fallOfRewards } from "./fall-of-rewards.js";

export const reportingDelay: Check = defineCheck({
  code: "reportingDelay",
  title: "rewards reported late",
  purpose:
    "Where rewards fall towards the end of the log some may still be to come, of some items more than of others: the earlier days alone must give the same verdict.",
  spoilsOthers: false,
  needs: ["views", "targetRanks"],
  reads: ["days"],
  read(comparison: Comparison) {
    const { days } = comparison.log;
    if (days === undefined || days.parts.length < 2 || comparison.policy.days === undefined)
      return untested("share", "The log does not hold two days or more.");
    const fall = fallOfRewards(comparison, designOf(comparison));
    if (fall !== undefined) return byDaysBefore(comparison, days, fall);
    const message = "Rewards do not fall towards the end of the log.";
    return {
      measured: figure(1, "share", "no evidence"),
      message,
      facts: { parts: days.parts.length },
    };
  },
});

/** The days before the fall must give the same verdict, where their difference is another one beyond chance. */
function byDaysBefore(
  comparison: Comparison,
  days: DepthsByDay,
  { before, rank, early, late }: Fall,
): MovedDifference {
  const found = earlyDays(comparison, days, before);
  const se = comparison.se * Math.sqrt(1 / found.share);
  const difference = comparison.difference + found.shift;
  const {
    instead,
    reread: _,
    ...moved
  } = movedWithBase(comparison, { difference, se }, found.ofBase);
  const error = comparison.se * Math.sqrt(1 / found.share - 1);
  const t = error > 0 ? found.shift / error : 0;
  const isMoved = Math.abs(t) > trigger;
  const from = dayOf(days.parts[before] ?? 0);
  const left = late / early;
  const where = rank === null ? "" : ` at rank ${nameOfBin(rank)}`;
  return {
    ...moved,
    ...{ hasSign: isMoved, isSaid: isMoved },
    measured: figure(left, "share", `${share(left)} left from ${from} on`),
    message: `From ${from} on a view${where} earns ${share(left)} of the ${comparison.reward} that it earned before: some may not have arrived yet. By the earlier days alone the difference is ${instead}.`,
    facts: { from, rank, leftShare: left, early, late, shareOfDays: found.share, t },
  };
}

/** 20261103 as "2026-11-03". */
const dayOf = (part: number): string => String(part).replace(/^(\d+)(\d\d)(\d\d)$/, "$1-$2-$3");
