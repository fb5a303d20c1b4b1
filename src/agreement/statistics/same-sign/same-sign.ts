import { exp } from "../../../numeric/elementary/exp.js";
import { ln } from "../../../numeric/elementary/ln.js";
import { log1p } from "../../../numeric/elementary/log1p.js";
import { logGamma } from "../../../numeric/log-gamma.js";
import type { Pair } from "../../pair.js";
import { tooFewPairs } from "../axes.js";
import { pairsAtEnds } from "../over-sets.js";
import type { Statistic } from "../statistic.js";

/**
 * The share of pairs in which offline has the sign of online; a pair in which either is exactly 0 counts as a
 * disagreement where the other is not, and is left out where both are. The interval is Clopper and
 * Pearson's, p the exact binomial one of one half.
 */
export const sameSign: Statistic = {
  name: "sameSign",
  title: "sign agreement",
  purpose: "how often offline is right about which of two policies is better",
  reference: "Clopper and Pearson (1934); Jeunen et al. (KDD 2024), section 6.2",
  needs: "differences",
  tests: "unrelated",
  perfect: 1,
  least: 1,
  of: (pairs, confidence) => {
    const decided = pairs.filter(
      ({ online, offline }) => online.value !== 0 || offline.value !== 0,
    );
    const n = decided.length;
    if (n === 0) return tooFewPairs(0, 1);
    const agreed = decided.filter(isAgreed).length;
    return {
      value: agreed / n,
      interval: clopperPearson(agreed, n, confidence),
      p: Math.min(1, 2 * Math.min(atMost(agreed, n, 0.5), atMost(n - agreed, n, 0.5))),
      facts: { agreed, of: n },
    };
  },
  unrelated: 0.5,
  ends: (pairs, confidence) => {
    const signs = pairs.map(({ online }) => online.value);
    const [fewest, most] = pairsAtEnds(pairs, signs);
    return [sameSign.of(fewest, confidence), sameSign.of(most, confidence)];
  },
};

const isAgreed = ({ online, offline }: Pair): boolean =>
  Math.sign(online.value) === Math.sign(offline.value);

/** P(X ≤ k) of a binomial. */
function atMost(k: number, n: number, share: number): number {
  if (k >= n || share === 0) return 1;
  if (share === 1) return 0;
  let sum = 0;
  for (let i = 0; i <= k; i++) {
    const ways = logGamma(n + 1) - logGamma(i + 1) - logGamma(n - i + 1);
    sum += exp(ways + i * ln(share) + (n - i) * log1p(-share));
  }
  return Math.min(1, sum);
}

/** The shares under which neither so few nor so many agreements are too rare. */
function clopperPearson(agreed: number, n: number, confidence: number): readonly [number, number] {
  const tail = (1 - confidence) / 2;
  const low = agreed === 0 ? 0 : halve((share) => 1 - atMost(agreed - 1, n, share) < tail);
  const high = agreed === n ? 1 : halve((share) => atMost(agreed, n, share) > tail);
  return [low, high];
}

/** The share in (0, 1) up to which something holds. */
function halve(holds: (share: number) => boolean): number {
  let [low, high] = [0, 1];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return low;
}
