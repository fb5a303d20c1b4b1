import type { Adjustment, FamilyAdjustment } from "./adjustment.js";
import { type JointTail, jointTail } from "./joint-tail.js";
import { requireProbabilities } from "./ranked-p.js";
import { bonferroni } from "./table.js";

/**
 * Single-step max-t: the chance that the largest of the family's statistics is as far out where nothing differs,
 * from the correlations of the users' influences. Policies that resemble each other share the level.
 */
export const maxT: Adjustment = {
  name: "maxT",
  title: "max-t",
  purpose:
    "no false rejection in the family, with intervals that agree; gains power where policies resemble each other",
  reference:
    "Westfall and Young (1993), Resampling-based multiple testing; Chernozhukov, Chetverikov and Kato (Annals of Statistics 2013)",
  controls: "familyWiseError",
  p: bonferroni.p,
  level: bonferroni.level,
  ofFamily: (influences) => byTail(jointTail(influences)),
};

function byTail(tail: JointTail): FamilyAdjustment {
  return {
    p: (p) => {
      requireProbabilities("maxT", p);
      return p.map((value) => tail.of(value));
    },
    level: (confidence) => 1 - largestRejected(tail, 1 - confidence),
  };
}

/** The largest p whose adjusted p is below α. */
function largestRejected(tail: JointTail, alpha: number): number {
  let [low, high] = [0, alpha];
  if (tail.of(high) < alpha) return high;
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (tail.of(middle) < alpha) low = middle;
    else high = middle;
  }
  return high;
}
