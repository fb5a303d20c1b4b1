import { nameOfBin } from "../../tally/lines/rank-bins.js";
import type { Danger, Moved } from "../danger.js";
import { figure, movedWithBase, share, untested } from "../figures.js";
import { defineDanger } from "../judged.js";
import { type Line, trigger } from "../line.js";
import type { DepthsByDay } from "../tables.js";
import { designOf, earlyDays } from "./early-days.js";
import { type Fall, fallOfRewards } from "./fall-of-rewards.js";

export const reportingDelay: Danger = defineDanger({
  code: "reportingDelay",
  title: "rewards that are not there yet",
  purpose:
    "Where rewards fall towards the end of the log some may still be to come, of some items more than of others: the days before must give the same call.",
  spoilsOthers: false,
  needs: ["views", "targetRanks"],
  reads: ["days"],
  read(line: Line) {
    const { days } = line.log;
    if (days === undefined || days.parts.length < 2 || line.policy.days === undefined)
      return untested("share", "The log names no two days.");
    const fall = fallOfRewards(line, designOf(line));
    if (fall !== undefined) return byDaysBefore(line, days, fall);
    const message = "Rewards do not fall towards the end of the log.";
    return {
      measured: figure(1, "share", "no sign"),
      message,
      facts: { parts: days.parts.length },
    };
  },
});

/** The days before the fall must give the same call, where their difference is another one beyond chance. */
function byDaysBefore(line: Line, days: DepthsByDay, { before, rank, early, late }: Fall): Moved {
  const found = earlyDays(line, days, before);
  const se = line.se * Math.sqrt(1 / found.share);
  const difference = line.difference + found.shift;
  const { instead, reading: _, ...moved } = movedWithBase(line, { difference, se }, found.ofBase);
  const error = line.se * Math.sqrt(1 / found.share - 1);
  const t = error > 0 ? found.shift / error : 0;
  const isMoved = Math.abs(t) > trigger;
  const from = dayOf(days.parts[before] ?? 0);
  const left = late / early;
  const where = rank === null ? "" : ` at rank ${nameOfBin(rank)}`;
  return {
    ...moved,
    ...{ hasSign: isMoved, isSaid: isMoved },
    measured: figure(left, "share", `${share(left)} left from ${from} on`),
    message: `From ${from} on a view${where} brings ${share(left)} of the ${line.reward} that it brought before: some may not be there yet. By the days before the difference is ${instead}.`,
    facts: { from, rank, left, early, late, shareOfDays: found.share, t },
  };
}

/** 20261103 as "2026-11-03". */
const dayOf = (part: number): string => String(part).replace(/^(\d+)(\d\d)(\d\d)$/, "$1-$2-$3");
