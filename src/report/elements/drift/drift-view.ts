import type { FittedFeed } from "../../../evaluate/fit.js";
import type { Drift, DriftDay } from "../../../fitting/index.js";
import {
  decimalsFor,
  showCount,
  showNumber,
  showP,
  showStatistic,
} from "../../../numeric/index.js";

/** One day's own curve in figures; `none` says why there are none. */
export interface DriftDayView {
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

/** Whether the curve moves over days. */
export interface DriftView {
  readonly sentences: readonly string[];
  readonly days: readonly DriftDayView[];
  /** By how much a weight of the farthest day would differ, in percent. */
  readonly percentMoved: number | null;
}

/** Whether the curve moves over days, and by how much weights would; null where no model is recommended. */
export function describeDrift({ drift, recommendation }: FittedFeed): DriftView | null {
  if ("code" in drift) {
    const isShown = !("none" in recommendation);
    return isShown ? { sentences: [drift.message], days: [], percentMoved: null } : null;
  }
  const days = drift.days.map(describeDay);
  const tested = describeTest(drift);
  const { largest } = drift;
  if ("code" in largest) {
    return { sentences: [tested, largest.message], days, percentMoved: null };
  }
  const moved = 100 * (Math.exp(largest.value) - 1);
  const farthest = `The farthest day is ${largest.day}, by ${showNumber(largest.value, 3)} in log p at rank ${largest.rank}: a weight by that day's curve would differ by ${showStatistic(Number(moved.toPrecision(2)))} % there.`;
  return { sentences: [tested, farthest], days, percentMoved: moved };
}

function describeTest({ test, days }: Drift): string {
  const scaled =
    test.scaled === null || test.designEffect === null
      ? ""
      : `; allowing for users who come back (design effect ${showStatistic(test.designEffect)}), ${showP(test.scaled)}`;
  return `A curve for each of ${days.length} days against one for all: likelihood ratio ${showNumber(test.statistic, 1)} on ${test.df} degrees of freedom, ${showP(test.p)}${scaled}.`;
}

function describeDay({ day, trajectories, estimate, gap }: DriftDay): DriftDayView {
  const view = { day, trajectories: showCount(trajectories) };
  if ("code" in estimate) {
    return { ...view, parameter: "", value: "", se: "", gap: "", none: estimate.message };
  }
  const se = typeof estimate.se === "number" ? estimate.se : null;
  const decimals = decimalsFor(se, estimate.value);
  return {
    ...view,
    parameter: estimate.name,
    value: showNumber(estimate.value, decimals),
    se: se === null ? MISSING : showNumber(se, decimals),
    gap: "code" in gap ? MISSING : `${showNumber(gap.value, 3)} at ${gap.rank}`,
    none: null,
  };
}
