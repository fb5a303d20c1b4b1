import type { FittedFeed } from "../../../evaluate/fit.js";
import type { Drift, DriftDay } from "../../../fitting/drift/drift.js";
import { decimalsFor } from "../../../numeric/decimals-for.js";
import { exp } from "../../../numeric/elementary/exp.js";
import { showCount, showNumber, showP, showStatistic } from "../../../numeric/show-number.js";
import { defineElement, type Element } from "../../element.js";
import { type Grid, numeric, type Row, texts } from "../../formats/grid.js";
import { markdownText } from "../../formats/markdown/markdown-text.js";
import type { ReportedFeed } from "../../source.js";

export const drift: Element<ReportedFeed> = defineElement({
  name: "drift",
  title: "Drift over days",
  view: describeDrift,
  body: ({ sentences, days }: DriftView) => [
    { title: "Drift over days", sentences },
    ...(days.length === 0 ? [] : [dayGrid(days)]),
  ],
  markdown: ({ sentences }) =>
    sentences.map((sentence) => `- ${markdownText(`Over days: ${sentence}`)}`),
  derived: ({ days, derived }) => [days.length, ...derived],
});

interface DriftView {
  readonly sentences: readonly string[];
  readonly days: readonly DriftDay[];
  /** What the sentences compute: expected X², and by how much a weight of the farthest day differs, in percent. */
  readonly derived: readonly number[];
}

/** Whether the curve moves over days, and by how much weights would; null where no model is recommended. */
function describeDrift({ drift, recommendation }: FittedFeed): DriftView | null {
  if ("code" in drift) {
    const isShown = !("none" in recommendation);
    return isShown ? { sentences: [drift.message], days: [], derived: [] } : null;
  }
  const { days } = drift;
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
  const shown = [moved, error].map((number) => showStatistic(Number(number.toPrecision(2))));
  const farthest = `The most different day is ${largest.day}, by ${showNumber(largest.value, 3)} ± ${showNumber(largest.se ?? 0, 3)} in log p at rank ${largest.rank}: a weight by that day's curve would differ by ${shown[0]} ± ${shown[1]} % there.`;
  return { sentences: [tested, farthest], days, derived: [...expected, moved, error] };
}

/** Below this p the days are said to differ; at or above it the most different day is within chance. */
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
  const finding =
    p < signOfDrift
      ? `The curve differs between the ${compared} days that were compared`
      : `The ${compared} days that were compared differ by no more than chance`;
  return `${finding} (${showP(p)}; ${numbers}, ${users}).`;
}

const dayGrid = (days: readonly DriftDay[]): Grid => ({
  caption: "The curve of each day by itself",
  isOfPage: true,
  folded: `Day by day: ${days.length}`,
  columns: [...texts("day"), ...numeric("trajectories", "parameter", "SE", "|Δlog p| at rank")],
  rows: days.map(dayRow),
});

/** "0.226 at 17": where the log p of a day lies farthest from that of all days. */
function dayRow({ day, trajectories, estimate, gap }: DriftDay): Row {
  const who = [day, showCount(trajectories)];
  if ("code" in estimate) return { cells: who, instead: estimate.message };
  const { name, value } = estimate;
  const se = typeof estimate.se === "number" ? estimate.se : null;
  const decimals = decimalsFor(se, value);
  return [
    ...[...who, `${name} ${showNumber(value, decimals)}`],
    se === null ? "–" : showNumber(se, decimals),
    "code" in gap ? "–" : `${showNumber(gap.value, 3)} at ${gap.rank}`,
  ];
}
