import { isReason } from "../../../errors.js";
import { spearman, spearmanP } from "../../../numeric/correlation.js";
import { axesOf, correlated } from "../axes.js";
import type { Statistic } from "../statistic.js";

/**
 * Spearman's correlation: Pearson's of the ranks, equal values sharing their mean rank. Its p counts all orders up to
 * 9 pairs, and is Student's beyond.
 */
export const spearmanStatistic: Statistic = {
  name: "spearman",
  title: "Spearman's ρ",
  purpose: "how nearly the two put days or policies in one order, by ranks",
  reference: "Spearman (1904), The proof and measurement of association between two things",
  tests: "unrelated",
  byOrder: true,
  perfect: 1,
  least: 3,
  of: (pairs) => {
    const axes = axesOf(pairs, 3);
    if (isReason(axes)) return axes;
    return correlated(spearman(axes.online, axes.offline), ({ r, df }) => ({
      value: r,
      interval: null,
      p: spearmanP(axes.online, axes.offline),
      facts: { df },
    }));
  },
};
