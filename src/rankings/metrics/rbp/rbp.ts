import type { Metric } from "../metric.js";
import { gainsOf } from "../parts.js";

/**
 * Rank-biased precision: (1 − p)·Σ gain·p^(rank − 1). Gains above 1 can take it above 1: write
 * `RBP(gain: binary)` for graded labels.
 */
export const rbp: Metric = {
  name: "RBP",
  aliases: [],
  purpose: "gain per item read by a reader who goes on with chance p",
  reference: "Moffat and Zobel (TOIS 2008), eq. 7",
  reads: ["gain", "negatives", "relevant", "p"],
  isLinear: true,
  most: null,
  of(list, { settings, cutoff }) {
    const gains = gainsOf(list, settings);
    let [weight, sum] = [1 - settings.p, 0];
    for (let i = 0; i < gains.length && i < cutoff; i++) {
      sum += (gains[i] ?? 0) * weight;
      weight *= settings.p;
    }
    return sum;
  },
};
