import { type Line, setAround } from "../../../dangers/line.js";
import { withMissing } from "../../../dangers/missing-rewards.js";
import { once } from "../../../dangers/once.js";
import { type Reason, reason } from "../../../errors.js";
import {
  criticalOfSet,
  type EstimatedSet,
  type Interval,
  pOfSet,
} from "../../../inference/index.js";
import type { Difference, Lift } from "../result.js";
import { atEstimate, type End, type LineTest } from "./line-test.js";
import type { TestedLine } from "./verdict-lines.js";

/** A verdict line's difference, the set of differences that missing views leave possible, and what both are told from. */
export interface LineAnswer {
  /** With missing views at the rate of their like. */
  readonly value: number;
  readonly se: number;
  readonly df: number;
  readonly set: EstimatedSet;
  /** Of no difference, whichever value of the set is true. */
  readonly p: number;
  readonly intervalAt: (level: number, known?: Interval) => Interval;
  readonly liftAt: (level: number) => Lift;
}

/** The answer of a line that is one of `lines`. */
export function answerOf(line: TestedLine, lines: number): LineAnswer {
  const { test } = line;
  const found = withMissingViews(line, lines);
  const { df } = test;
  const { missing } = found ?? {};
  const [value, se] = found === undefined ? [test.value, test.se] : [found.difference, found.se];
  const point = { value, se, df, set: setAround({ ...(missing && { missing }) }, value, se) };
  if (missing === undefined) {
    const { p, intervalAt, liftAt } = test.endAt(atEstimate);
    const at = (level: number, known?: Interval): Interval => intervalAt(level, undefined, known);
    return { ...point, p, intervalAt: at, liftAt };
  }
  const { set } = point;
  const [low, high] = ([0, 1] as const).map((end) => test.endAt(endOf(test, set, end)));
  if (low === undefined || high === undefined) throw new RangeError("A set has two ends.");
  const criticalAt = (level: number): number | undefined =>
    test.isStudent ? criticalOfSet(set, level, df) : undefined;
  return {
    ...point,
    p: test.isStudent ? pOfSet(set, df) : pOfEnds(set, low.p, high.p),
    intervalAt: (level) => {
      const critical = criticalAt(level);
      return [low.intervalAt(level, critical)[0], high.intervalAt(level, critical)[1]];
    },
    liftAt: (level) => {
      if ((missing.base?.support.seen ?? 0) > 0) return { none: unknownBase(line) };
      const critical = criticalAt(level);
      const ends = [low.liftAt(level, critical), high.liftAt(level, critical)] as const;
      return liftOfSet(ends, value / Math.abs(line.compared.base.value));
    },
  };
}

/** The set of a row where it is more than a point. */
export const setOf = ({ set }: LineAnswer): Pick<Difference, "set" | "setSe"> =>
  set.ends[0] === set.ends[1] ? {} : { set: set.ends, setSe: set.se };

/** A line as one of so many, with missing views at the rate of their like; undefined where the tally has no tables for it. */
export function withMissingViews(line: TestedLine, lines: number): Line | undefined {
  const { tables, test, better } = line;
  if (tables === undefined) return undefined;
  const { value: difference, se, df } = test;
  return once(test, `as one of ${lines}`, () =>
    withMissing({ ...tables, better, lines, difference, se, df, level: anyLevel }),
  );
}

/** What is missing does not depend on the level of the line. */
const anyLevel = 1;

function endOf({ value, se }: LineTest, { ends, se: errors }: EstimatedSet, end: 0 | 1): End {
  return { shift: ends[end] - value, spread: se > 0 ? errors[end] / se : 1 };
}

/** Of the end nearest 0; 1 where the set holds 0. */
const pOfEnds = ({ ends: [low, high] }: EstimatedSet, pLow: number, pHigh: number): number =>
  low > 0 ? pLow : high < 0 ? pHigh : 1;

/** A baseline whose own views are missing earns no one number that a difference could be related to. */
function unknownBase({ compared: { key } }: TestedLine): Reason {
  const { baseline } = key;
  const message = `Views of ${baseline} are missing from the log: a difference cannot be put in relation to what it earns.`;
  return reason("baselineViewsMissing", message, { baseline });
}

function liftOfSet([low, high]: readonly [Lift, Lift], value: number): Lift {
  if ("none" in low) return low;
  if ("none" in high) return high;
  const interval = [low.interval[0], high.interval[1]] as const;
  return { value, set: [low.value, high.value], interval };
}
