import type { FittedFeed } from "../../evaluate/fit.js";
import type { DriftDay } from "../../fitting/index.js";
import { decimalsFor, sayCount, sayNumber, sayP, sayStatistic } from "../say/number.js";

/** One day's own curve in figures; `none` says why there are none. */
export interface SaidDay {
  readonly day: string;
  readonly trajectories: string;
  readonly parameter: string;
  readonly value: string;
  readonly se: string;
  /** "0.226 at 17": where its log p lies farthest from that of all days. */
  readonly gap: string;
  readonly none: string | null;
}

const MISSING = "–";

/** Whether the curve moves over days, and by how much weights would; nothing where there is none. */
export function sayDrift({ drift, recommendation }: FittedFeed): readonly string[] {
  if ("none" in recommendation) return [];
  if ("code" in drift) return [drift.message];
  const { test, largest, days } = drift;
  const scaled =
    test.scaled === null || test.designEffect === null
      ? ""
      : `; allowing for users who come back (design effect ${sayStatistic(test.designEffect)}), ${sayP(test.scaled)}`;
  const tested = `A curve for each of ${days.length} days against one for all: likelihood ratio ${sayNumber(test.statistic, 1)} on ${test.df} degrees of freedom, ${sayP(test.p)}${scaled}.`;
  if ("code" in largest) return [tested, largest.message];
  const moved = 100 * (Math.exp(largest.value) - 1);
  return [
    tested,
    `The farthest day is ${largest.day}, by ${sayNumber(largest.value, 3)} in log p at rank ${largest.rank}: a weight by that day's curve would differ by ${sayStatistic(Number(moved.toPrecision(2)))} % there.`,
  ];
}

/** The days one by one. */
export function sayDriftDays({ drift }: FittedFeed): readonly SaidDay[] {
  return "code" in drift ? [] : drift.days.map(sayDay);
}

function sayDay({ day, trajectories, estimate, gap }: DriftDay): SaidDay {
  const said = { day, trajectories: sayCount(trajectories) };
  if ("code" in estimate) {
    return { ...said, parameter: "", value: "", se: "", gap: "", none: estimate.message };
  }
  const se = typeof estimate.se === "number" ? estimate.se : null;
  const decimals = decimalsFor(se, estimate.value);
  return {
    ...said,
    parameter: estimate.name,
    value: sayNumber(estimate.value, decimals),
    se: se === null ? MISSING : sayNumber(se, decimals),
    gap: "code" in gap ? MISSING : `${sayNumber(gap.value, 3)} at ${gap.rank}`,
    none: null,
  };
}
