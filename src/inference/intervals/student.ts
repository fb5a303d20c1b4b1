import { tTwoSidedP } from "../../numeric/student-t.js";
import { tQuantile } from "../../numeric/student-t-quantile.js";
import type { IntervalMethod, Statistic } from "./interval.js";

/** value ± t·SE, and its p: what every method comes to where it knows no more than a value and its error. */
export const student: Pick<IntervalMethod, "margins" | "p"> = {
  margins: ({ se, degreesOfFreedom }, confidence) => {
    const margin = se === 0 ? 0 : tQuantile(1 - (1 - confidence) / 2, degreesOfFreedom) * se;
    return [margin, margin];
  },
  p: ({ value, se, degreesOfFreedom }) => {
    if (se === 0) return value === 0 ? 1 : 0;
    return tTwoSidedP(value / se, degreesOfFreedom);
  },
};

/** A method that needs more than a value and its error, with `student` where `read` finds that missing. */
export function elseStudent<T>(
  read: (of: Statistic) => T | undefined,
  { margins, p }: IntervalBy<T>,
): Pick<IntervalMethod, "margins" | "p"> {
  return {
    margins: (of, confidence) => {
      const more = of.se === 0 ? undefined : read(of);
      return more === undefined ? student.margins(of, confidence) : margins(of, more, confidence);
    },
    p: (of) => {
      const more = of.se === 0 ? undefined : read(of);
      return more === undefined ? student.p(of) : p(of, more);
    },
  };
}

interface IntervalBy<T> {
  readonly margins: (of: Statistic, more: T, confidence: number) => readonly [number, number];
  readonly p: (of: Statistic, more: T) => number;
}
