import { isReason } from "../../../errors.js";
import { correlationP, fisherInterval, pearson } from "../../../numeric/correlation.js";
import { correlationRange } from "../../../numeric/correlation-range.js";
import { endsOf } from "../../pair.js";
import { axesOf, correlated } from "../axes.js";
import type { Agreement, Statistic } from "../statistic.js";

/**
 * Pearson's correlation of online and offline values, with Student's p on n − 2 degrees of freedom and
 * Fisher's interval from four pairs on; over sets its least and largest
 * value, exactly up to 12 sets. Noise on either side draws it towards 0; `slope` allows for that.
 */
export const pearsonStatistic: Statistic = {
  name: "pearson",
  title: "Pearson's r",
  purpose: "how nearly the two lie on a rising line",
  reference: "Student (1908), Probable error of a correlation coefficient; Fisher (1915)",
  tests: "unrelated",
  perfect: 1,
  least: 3,
  of: (pairs, confidence) => {
    const axes = axesOf(pairs, 3);
    if (isReason(axes)) return axes;
    return correlated(pearson(axes.online, axes.offline), ({ r }) =>
      agreementOf(r, pairs.length, confidence),
    );
  },
  ends: (pairs, confidence) => {
    const online = pairs.map((pair) => pair.online.value);
    const [low, high] = [0, 1].map((end) =>
      pairs.map(({ offline }) => endsOf(offline)[end as 0 | 1].value),
    ) as [number[], number[]];
    const [least, most] = correlationRange(online, low, high);
    return [
      agreementOf(least, pairs.length, confidence),
      agreementOf(most, pairs.length, confidence),
    ];
  },
};

const agreementOf = (r: number, n: number, confidence: number): Agreement => ({
  value: r,
  interval: n < 4 ? null : fisherInterval(r, n, confidence),
  p: correlationP(r, n),
  facts: { df: n - 2 },
});
