import { isReason } from "../../../errors.js";
import { fisherInterval, pearson } from "../../../numeric/index.js";
import { axesOf, correlated } from "../axes.js";
import type { Statistic } from "../statistic.js";

/**
 * Pearson's correlation of online and offline values, with Student's p on n − 2 degrees of freedom and
 * Fisher's interval from four pairs on. Noise on either side draws it towards 0; `slope` allows for that.
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
    return correlated(pearson(axes.online, axes.offline), ({ r, df, p }) => ({
      value: r,
      interval: pairs.length < 4 ? null : fisherInterval(r, pairs.length, confidence),
      p,
      facts: { df },
    }));
  },
};
