import type { ClipChoice } from "../clip-choice.js";

/**
 * The last point before the intervals value ± 2·width have no number in common; widths are made to fall along the
 * list (the largest of those that follow).
 */
export const slope: ClipChoice = {
  name: "slope",
  purpose: "the strongest clip whose interval still meets those of all weaker ones",
  reference: "Su, Srinath and Krishnamurthy (ICML 2020)",
  choose: (points) => {
    let [low, high] = [-Infinity, Infinity];
    for (const [i, { value }] of points.entries()) {
      const width = Math.max(...points.slice(i).map((each) => each.width));
      low = Math.max(low, value - 2 * width);
      high = Math.min(high, value + 2 * width);
      if (low > high) return i - 1;
    }
    return points.length - 1;
  },
};
