import { isReason } from "../../../errors.js";
import { kendall } from "../../../numeric/correlation.js";
import { axesOf, correlated } from "../axes.js";
import type { Statistic } from "../statistic.js";

/**
 * Kendall's τ-b: concordant less discordant pairs of pairs. Its p is exact without ties and up to 50
 * pairs, else by the normal approximation with the variance that ties leave.
 */
export const kendallStatistic: Statistic = {
  name: "kendall",
  title: "Kendall's τ-b",
  purpose: "how often the two put two days or policies in the same order",
  reference: "Kendall (1945), The treatment of ties in ranking problems",
  tests: "unrelated",
  byOrder: true,
  perfect: 1,
  least: 3,
  of: (pairs) => {
    const axes = axesOf(pairs, 3);
    if (isReason(axes)) return axes;
    return correlated(kendall(axes.online, axes.offline), ({ tauB, p, isExact }) => ({
      value: tauB,
      interval: null,
      p,
      facts: { exact: isExact ? 1 : 0 },
    }));
  },
};
