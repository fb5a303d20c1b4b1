import { withAlternatives } from "../../../checks/alternatives.js";
import type { Alternative, Comparison } from "../../../checks/comparison.js";
import type { ComparisonTables } from "../../../checks/comparison-tables.js";
import { checks } from "../../../checks/index.js";
import { hullOf, setAround, setsAround } from "../../../checks/interval-of.js";
import { withMissing } from "../../../checks/missing-of-comparison.js";
import { once } from "../../../checks/once.js";
import { type Reason, reason } from "../../../errors.js";
import type { Interval } from "../../../inference/intervals/interval.js";
import { narrowed } from "../../../inference/inversion.js";
import { criticalOfSet, type EstimatedSet, pOfSet } from "../../../inference/set-interval.js";
import type { Difference, Lift } from "../result.js";
import {
  atEstimate,
  type ComparisonTest,
  type End,
  type EndTest,
  type LiftWithEnds,
} from "./comparison-test.js";
import type { TestedComparison } from "./verdict-comparisons.js";

/** A comparison's difference, the set of differences that missing views leave possible, and what both are told from. */
export interface ComparisonAnswer {
  /** With missing views at the rate of their like. */
  readonly value: number;
  readonly se: number;
  readonly df: number;
  readonly set: EstimatedSet;
  /** The alternative whose number it is. */
  readonly lead: Lead;
  /** Of no difference, whichever value of the set is true. */
  readonly p: number;
  readonly intervalAt: (level: number, interval?: Interval) => Interval;
  readonly liftAt: (level: number) => Lift;
}

export function answerOf(comparison: TestedComparison, comparisons: number): ComparisonAnswer {
  const { test } = comparison;
  const { df } = test;
  const ofLog = answeredComparison(comparison, comparisons);
  const { difference: value, se } = ofLog ?? { difference: test.value, se: test.se };
  const set = setAround(ofLog ?? {}, value, se);
  const lead = ofLog?.alternatives?.find(({ role }) => role === "lead")?.code ?? "study";
  const point = { value, se, df, set, lead };
  const sets = setsAround(ofLog ?? {}, value, se);
  // A declared rate of missing views moves the point without leaving a set.
  const isOfLog = lead === "study" && value === test.value;
  if (isOfLog && set.ends[0] === set.ends[1]) {
    const { p, endsAt, liftAt } = test.endAt(atEstimate);
    return {
      ...point,
      p,
      intervalAt: (level, interval) => narrowed(endsAt(level, undefined, interval)),
      liftAt: (level) => {
        const lift = liftAt(level);
        return "none" in lift ? lift : { value: lift.value, interval: narrowed(lift.ends) };
      },
    };
  }
  const parts = sets.map((set) => partOf(test, set));
  const unrelated = whyNoLift(comparison, lead, ofLog);
  return {
    ...point,
    p: Math.max(...parts.map(({ p }) => p)),
    intervalAt: (level) => hullOf(parts.map(({ intervalAt }) => intervalAt(level))),
    liftAt: (level) => {
      if (unrelated !== undefined) return { none: unrelated };
      const lifts = parts.map(({ liftAt }) => liftAt(level));
      return liftOfSet(lifts, value / Math.abs(comparison.compared.base.value));
    },
  };
}

/** One alternative of a comparison: p, and interval and lifts at both ends of its set at a level. */
interface PartOfAnswer {
  readonly p: number;
  readonly intervalAt: (level: number) => Interval;
  readonly liftAt: (level: number) => readonly [LiftWithEnds, LiftWithEnds];
}

function partOf(
  test: ComparisonTest,
  { ofBase = 1, ...set }: ReturnType<typeof setsAround>[number],
): PartOfAnswer {
  const [low, high] = [test.endAt(endOf(test, set, 0)), test.endAt(endOf(test, set, 1))];
  const criticalAt = (level: number): number | undefined =>
    test.isStudent ? criticalOfSet(set, level, test.df) : undefined;
  return {
    p: test.isStudent ? pOfSet(set, test.df) : pOfEnds(set, low.p, high.p),
    intervalAt: (level) => {
      const critical = criticalAt(level);
      return [low.endsAt(level, critical)[0](), high.endsAt(level, critical)[1]()];
    },
    liftAt: (level) => {
      const critical = criticalAt(level);
      const of = (end: EndTest): LiftWithEnds => liftOfShare(end.liftAt(level, critical), ofBase);
      return [of(low), of(high)];
    },
  };
}

/** A lift in relation to a share of what the baseline earns; a reward that is never negative loses no more than all. */
function liftOfShare(lift: LiftWithEnds, ofBase: number): LiftWithEnds {
  if ("none" in lift || ofBase === 1) return lift;
  const [low, high] = lift.ends;
  return {
    value: lift.value / ofBase,
    ends: [() => Math.max(-1, low() / ofBase), () => high() / ofBase],
  };
}

type Lead = Alternative["code"];

/** The set of a row where it is more than a point, and the check whose number it has instead of the study's. */
export const setOf = ({
  set,
  lead,
}: ComparisonAnswer): Partial<Pick<Difference, "set" | "setSe" | "estimatedBy">> => ({
  ...(set.ends[0] === set.ends[1] ? {} : { set: set.ends, setSe: set.se }),
  ...(lead === "study" ? {} : { estimatedBy: lead }),
});

/** A comparison as one of so many, as the log itself has it, with missing views at the rate of their like; undefined where the tally has no tables for it. */
export function answeredComparison(
  comparison: TestedComparison,
  comparisons: number,
): Comparison | undefined {
  const { tables, test, better } = comparison;
  return tables && answeredOnce(test, tables, better, comparisons);
}

const answeredOnce = once(
  (
    { value: difference, se, df }: ComparisonTest,
    tables: ComparisonTables,
    better: Comparison["better"],
    comparisons: number,
  ): Comparison =>
    withAlternatives(
      withMissing({ ...tables, better, comparisons, difference, se, df, level: anyLevel }),
      checks,
    ),
);

/** What is missing, and what the log reads instead, does not depend on the level of the comparison. */
const anyLevel = 1;

function endOf({ value, se }: ComparisonTest, { ends, se: errors }: EstimatedSet, end: 0 | 1): End {
  return { shift: ends[end] - value, spread: se > 0 ? errors[end] / se : 1 };
}

/** Of the end nearest 0; 1 where the set holds 0. */
const pOfEnds = ({ ends: [low, high] }: EstimatedSet, pLow: number, pHigh: number): number =>
  low > 0 ? pLow : high < 0 ? pHigh : 1;

/** What a baseline earns is one number only where the study's curve is not refuted and none of its views are missing. */
function whyNoLift(
  { compared: { key } }: TestedComparison,
  lead: Lead,
  comparison: Comparison | undefined,
): Reason | undefined {
  const { baseline } = key;
  if ((comparison?.missing?.base?.support.seen ?? 0) > 0) {
    const message = `Views of ${baseline} are missing from the log: a difference cannot be expressed relative to what it earns.`;
    return reason("baselineViewsMissing", message, { baseline });
  }
  if (
    comparison?.base !== undefined &&
    comparison.widened?.some(({ code }) => code === "trustBias")
  ) {
    const message = `What ${baseline} earns depends on how far users trust the ranker (log.exposure.trust): a difference cannot be expressed relative to it.`;
    return reason("baselineUnderTrust", message, { baseline });
  }
  const because = comparison?.widened?.[0]?.code ?? lead;
  if (because === "study" || comparison?.base === undefined) return undefined;
  const message = `The log refutes what the study says that ${baseline} earns (${because}): a difference cannot be expressed relative to it.`;
  return reason("baselineRefuted", message, { baseline, because });
}

function liftOfSet(lifts: readonly (readonly [LiftWithEnds, LiftWithEnds])[], value: number): Lift {
  const sets: Interval[] = [];
  const intervals: Interval[] = [];
  for (const [low, high] of lifts) {
    if ("none" in low) return low;
    if ("none" in high) return high;
    sets.push([low.value, high.value]);
    intervals.push([low.ends[0](), high.ends[1]()]);
  }
  const set = hullOf(sets);
  const interval = hullOf(intervals);
  return set[0] === set[1] ? { value, interval } : { value, set, interval };
}
