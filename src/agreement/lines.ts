import { isReason, type Reason, reason } from "../errors.js";
import { requestKey } from "../estimators/request-key.js";
import type { Adjustment } from "../inference/adjustments/adjustment.js";
import { groupedBy } from "../numeric/grouped-by.js";
import type { Pair } from "./pair.js";
import type { Point } from "./pairs.js";
import type { ComparisonLine, LineStatistic, Over } from "./result.js";
import { statistics } from "./statistics/index.js";
import { overSets } from "./statistics/over-sets.js";
import type { Statistic } from "./statistics/statistic.js";

/** The ways to hold points together: over the days of each policy, or over policies. */
const ways: readonly {
  readonly over: Over;
  readonly ofDays: boolean;
  readonly pair: (point: Point) => Pair | null;
  readonly group: (point: Point) => string | null;
}[] = [
  { over: "policies", ofDays: false, pair: (point) => point.difference, group: () => null },
  { over: "days", ofDays: true, pair: ({ level }) => level, group: ({ row }) => row.policy },
  {
    over: "dayDifferences",
    ofDays: true,
    pair: (point) => point.difference,
    group: ({ row }) => row.policy,
  },
];

/** Every line of a comparison with its statistics, adjusted over the lines of each. */
export function linesOf(
  points: readonly Point[],
  { adjustment, confidence }: { readonly adjustment: Adjustment; readonly confidence: number },
): readonly ComparisonLine[] {
  const lines = ways.flatMap((way) => {
    const paired = points.filter(
      (point) => (point.day !== null) === way.ofDays && way.pair(point) !== null,
    );
    const groups = groupedBy(paired, (point) => {
      const { estimator: name, parameters, feed, reward } = point.row;
      return JSON.stringify([feed, reward, requestKey({ name, parameters }), way.group(point)]);
    });
    return groups.flatMap((group) => lineOf(group, way, confidence));
  });
  return adjusted(lines, adjustment);
}

function lineOf(
  points: readonly Point[],
  { over, ofDays, pair, group }: (typeof ways)[number],
  confidence: number,
): readonly ComparisonLine[] {
  const [first] = points;
  if (first === undefined) return [];
  const { drift } = first;
  const pairs = drift === undefined ? points.flatMap((point) => pair(point) ?? []) : [];
  const { feed, reward, estimand, estimator, parameters, label, role } = first.row;
  const isFlat = pairs.every((pair) => isSame(pair.online.value, pair.offline.value));
  // The log's own mean on both sides: one number twice.
  if (isFlat && first.arm.isLog) return [];
  return [
    {
      over,
      policy: group(first),
      ...{ feed, reward, estimand, estimator, parameters, label, role },
      pairs,
      effectiveDays: ofDays && pairs.length >= 3 ? effective(pairs) : null,
      statistics: statistics
        .filter((statistic) => applies(statistic, over, role))
        .map((statistic) => {
          if (drift !== undefined) return { name: statistic.name, none: drift };
          const lineStatistic = ofStatistic(statistic, pairs, confidence);
          const isShared = over === "dayDifferences" && !statistic.allowsCovariance;
          return "value" in lineStatistic && isShared && sharesNoise(pairs)
            ? { name: statistic.name, none: noiseOfLog }
            : lineStatistic;
        }),
    },
  ];
}

/** The control arm's noise is in both differences of a day: they go together, or apart, where nothing does. */
const sharesNoise = (pairs: readonly Pair[]): boolean =>
  pairs.some(({ covariance }) => covariance !== 0);

const noiseOfLog: Reason = reason(
  "sharedLog",
  "The log is the control arm, so that its noise of each day is in both differences, and correlates them where nothing else does. Give online results of a control arm whose sessions are not in the log; the slope and the share within errors allow for it.",
);

/** Up to the last digits, in which two sums of the same numbers may differ. */
const isSame = (a: number, b: number): boolean =>
  Math.abs(a - b) <= 1e-12 * (Math.abs(a) + Math.abs(b));

const effective = (pairs: readonly Pair[]): number =>
  effectiveDays(
    pairs.map(({ online }) => online.value),
    pairs.map(({ offline }) => offline.value),
  );

/** Scores such as nDCG are in units of their own, which a slope and errors cannot be read in. */
function applies({ needs }: Statistic, over: Over, role: ComparisonLine["role"]): boolean {
  if (needs === "differences") return over !== "days";
  return needs !== "sameUnits" || role !== "score";
}

function ofStatistic(
  statistic: Statistic,
  pairs: readonly Pair[],
  confidence: number,
): LineStatistic {
  const answer = overSets(statistic, pairs, confidence);
  const { name } = statistic;
  return isReason(answer) ? { name, none: answer } : { name, adjustedP: answer.p, ...answer };
}

/** Each p adjusted among those of the same statistic on all lines. */
function adjusted(
  lines: readonly ComparisonLine[],
  adjustment: Adjustment,
): readonly ComparisonLine[] {
  const byStatistic = new Map(
    statistics.map(({ name }) => {
      const tests = lines.flatMap((line, at) =>
        line.statistics.flatMap((statistic) =>
          statistic.name === name && "p" in statistic && statistic.p !== null
            ? [{ at, p: statistic.p }]
            : [],
        ),
      );
      const p = adjustment.p(tests.map((test) => test.p));
      return [name, new Map(tests.map(({ at }, i) => [at, p[i] ?? 1]))] as const;
    }),
  );
  return lines.map((line, at) => ({
    ...line,
    statistics: line.statistics.map((statistic) =>
      "none" in statistic
        ? statistic
        : {
            ...statistic,
            adjustedP: byStatistic.get(statistic.name)?.get(at) ?? statistic.adjustedP,
          },
    ),
  }));
}

/**
 * How many independent days so many days in a row are worth to a correlation: n·(1 − ab)/(1 + ab), where a and
 * b are the lag-1 autocorrelations of the two series (Bartlett 1935); at most n, and n where a·b ≤ 0. From a
 * week of days this is itself rough. `effectiveDays([1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 6])` is 3.6.
 */
export function effectiveDays(x: readonly number[], y: readonly number[]): number {
  const together = lagOne(x) * lagOne(y);
  return together > 0 ? (x.length * (1 - together)) / (1 + together) : x.length;
}

function lagOne(values: readonly number[]): number {
  const mean = values.reduce((a, b) => a + b, 0) / values.length;
  const centred = values.map((value) => value - mean);
  const square = centred.reduce((sum, value) => sum + value * value, 0);
  const product = centred.slice(1).reduce((sum, value, i) => sum + value * (centred[i] ?? 0), 0);
  return square > 0 ? product / square : 0;
}
