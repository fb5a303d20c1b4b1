import { requireProbabilities } from "./ranked-p.js";

/** min(1, m·p) and level 1 − α/m: for the member of that name, and for what needs a family's errors without them. */
export const bonferroni = {
  p: (p: readonly number[]): number[] => {
    requireProbabilities("bonferroni", p);
    return p.map((value) => Math.min(1, p.length * value));
  },
  level: (confidence: number, family: number): number => 1 - (1 - confidence) / family,
} as const;
