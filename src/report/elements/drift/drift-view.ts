import type { FittedFeed } from "../../../evaluate/fit.js";
import type { Drift, DriftDay } from "../../../fitting/index.js";
import {
  decimalsFor,
  exp,
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
  /** What the sentences compute: expected X², and by how much a weight of the farthest day differs, in percent. */
  readonly derived: readonly number[];
}

/** Whether the curve moves over days, and by how much weights would; null where no model is recommended. */
export function describeDrift({ drift, recommendation }: FittedFeed): DriftView | null {
  if ("code" in drift) {
    const isShown = !("none" in recommendation);
    return isShown ? { sentences: [drift.message], days: [], derived: [] } : null;
  }
  const days = drift.days.map(describeDay);
  const tested = describeTest(drift);
  const expected = expectedOf(drift);
  const { largest, test } = drift;
  if (test.p >= signOfDrift || ("value" in largest && largest.se === null)) {
    return { sentences: [tested], days, derived: expected };
  }
  if ("code" in largest) {
    return { sentences: [tested, largest.message], days, derived: expected };
  }
  const moved = 100 * (exp(largest.value) - 1);
  const error = 100 * exp(largest.value) * (largest.se ?? 0);
  const shown = [moved, error].map((each) => showStatistic(Number(each.toPrecision(2))));
  const farthest = `The farthest day is ${largest.day}, by ${showNumber(largest.value, 3)} ± ${showNumber(largest.se ?? 0, 3)} in log p at rank ${largest.rank}: a weight by that day's curve would differ by ${shown[0]} ± ${shown[1]} % there.`;
  return { sentences: [tested, farthest], days, derived: [...expected, moved, error] };
}

/** Below this p the days are said to differ; at or above it the farthest day is the largest of what is chance. */
const signOfDrift = 0.05;

/** What X² is expected to be where users come back and nothing drifts. */
const expectedOf = ({ test: { designEffect, df } }: Drift): readonly number[] =>
  designEffect === null ? [] : [designEffect * df];

function describeTest(drift: Drift): string {
  const { test, compared } = drift;
  const { statistic, df, p } = test;
  const [expected] = expectedOf(drift);
  const numbers = `X² ${showNumber(statistic, 1)} on ${df} degrees of freedom`;
  const users =
    expected === undefined
      ? "trajectories taken as independent"
      : `${showNumber(expected, 1)} expected with the users who come back`;
  const found =
    p < signOfDrift
      ? `The curve differs between the ${compared} days that were compared`
      : `The ${compared} days that were compared differ by no more than chance`;
  return `${found} (${showP(p)}; ${numbers}, ${users}).`;
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
