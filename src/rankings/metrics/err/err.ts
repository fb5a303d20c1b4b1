import { pow } from "../../../numeric/index.js";
import type { Metric } from "../metric.js";

/**
 * Expected reciprocal rank: a reader stops at an item of grade g with chance (2^g − 1)/2^top and gains 1 over
 * that rank. Grades above `top` count as `top`.
 */
export const err: Metric = {
  name: "ERR",
  aliases: [],
  purpose: "the expected reciprocal of the rank at which a reader stops",
  reference: "Chapelle et al. (CIKM 2009), eq. 5",
  reads: ["top"],
  isLinear: false,
  most: 1,
  of({ grades }, { settings: { top }, cutoff }) {
    let [reading, sum] = [1, 0];
    for (let i = 0; i < grades.length && i < cutoff; i++) {
      const grade = Math.min(grades[i] ?? 0, top);
      if (!(grade > 0)) continue;
      const stops = (pow(2, grade) - 1) / pow(2, top);
      sum += (reading * stops) / (i + 1);
      reading *= 1 - stops;
    }
    return sum;
  },
};
