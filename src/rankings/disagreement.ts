import type { Disagreement } from "../answers/index.js";

/**
 * Compares the orders that two measures give the same models. One pair in four inverted has `inverted` .25. A model
 * that either gives no value (NaN) is in no pair; shares are null where no pair is left.
 */
export function disagreementOf(x: ArrayLike<number>, y: ArrayLike<number>): Disagreement {
  let [agreeing, disagreeing, pairs, concordant, discordant] = [0, 0, 0, 0, 0];
  for (let i = 0; i < x.length; i++) {
    for (let j = 0; j < x.length; j++) {
      const [a, b] = [(x[i] ?? 0) - (x[j] ?? 0), (y[i] ?? 0) - (y[j] ?? 0)];
      if (Number.isNaN(a) || Number.isNaN(b)) continue;
      if (i < j) pairs += 1;
      if (a === 0 && b === 0) continue;
      if ((a < 0 && b <= 0) || (a > 0 && b >= 0)) agreeing += 1;
      else disagreeing += 1;
      if (i >= j) continue;
      if (a * b > 0) concordant += 1;
      if (a * b < 0) discordant += 1;
    }
  }
  const told = agreeing + disagreeing;
  return {
    probability: told === 0 ? null : disagreeing / told,
    agreeing,
    disagreeing,
    inverted: pairs === 0 ? null : discordant / pairs,
    concordant,
    discordant,
  };
}
