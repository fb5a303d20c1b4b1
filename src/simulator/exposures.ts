import { exp } from "../numeric/elementary/exp.js";
import { expm1 } from "../numeric/elementary/expm1.js";
import { ln } from "../numeric/elementary/ln.js";
import type { Ranking, Visit } from "./visit.js";
import type { WorldPolicy } from "./world.js";

/**
 * Writes into `into` the probability that each candidate is viewed, over the chance of the ranker: Σ_r P(R=r)·p_r.
 * Under Plackett–Luce items arrive at exponential times with rates w = exp(score / temperature), so that the
 * items above one that arrives at y are independent, each there with probability 1 − exp(−w·y); the integral
 * over log y is a sum, which converges exponentially. At temperature 0 it is p at the item's rank.
 */
export function exposuresOf(
  visit: Visit,
  ranking: Ranking,
  { temperature }: WorldPolicy,
  into: Float64Array,
): void {
  into.fill(0);
  if (temperature === 0) {
    for (let at = 0; at < ranking.count; at++) {
      into[ranking.order[at] as number] = visit.p[at] ?? 0;
    }
    return;
  }
  const order = ranking.order.subarray(0, ranking.count);
  const logRates = Array.from(order, (candidate) => {
    return (ranking.scores[candidate] as number) / temperature - (visit.noise[candidate] as number);
  });
  plackettLuceExposures(logRates, visit.p).forEach((exposure, at) => {
    into[order[at] as number] = exposure;
  });
}

const step = 0.2;

/**
 * The probability that each item of a Plackett–Luce ranking is viewed, from the logarithms of its weights and
 * the probabilities by rank. `plackettLuceExposures([0, 0], [1, 0.5])` is about [0.75, 0.75].
 */
export function plackettLuceExposures(
  logWeights: readonly number[],
  p: ArrayLike<number>,
): readonly number[] {
  const top = Math.max(...logWeights);
  const rates = logWeights.map((weight) => exp(weight - top));
  const exposures = rates.map(() => 0);
  const last = ln(745 / Math.min(...rates));
  for (let v = -32; v < last; v += step) {
    const y = exp(v);
    const above = rates.map((rate) => -expm1(-rate * y));
    const counts = countsOf(above);
    rates.forEach((rate, at) => {
      const density = step * rate * y * exp(-rate * y);
      if (density < 1e-300) return;
      exposures[at] =
        (exposures[at] as number) + density * meanOver(counts, above[at] as number, p);
    });
  }
  return exposures;
}

/** P(so many of independent events happen), by convolution. */
function countsOf(chances: readonly number[]): Float64Array {
  const counts = new Float64Array(chances.length + 1);
  counts[0] = 1;
  chances.forEach((chance, before) => {
    for (let k = before + 1; k > 0; k--) {
      counts[k] = (counts[k] as number) * (1 - chance) + (counts[k - 1] as number) * chance;
    }
    counts[0] = (counts[0] as number) * (1 - chance);
  });
  return counts;
}

/** Σ_k P(k of the others)·p_{k+1}: the event is divided out again, from the side on which that is stable. */
function meanOver(counts: Float64Array, chance: number, p: ArrayLike<number>): number {
  const n = counts.length - 1;
  let [sum, left] = [0, 0];
  if (chance < 0.5) {
    for (let k = 0; k < n; k++) {
      left = ((counts[k] as number) - chance * left) / (1 - chance);
      sum += left * (p[k] ?? 0);
    }
  } else {
    for (let k = n; k > 0; k--) {
      left = ((counts[k] as number) - (1 - chance) * left) / chance;
      sum += left * (p[k - 1] ?? 0);
    }
  }
  return sum;
}
