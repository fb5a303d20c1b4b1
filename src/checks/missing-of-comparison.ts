import { square } from "../numeric/elementary/square.js";
import type { Comparison, MissingOfComparison, MissingOfPolicy } from "./comparison.js";
import { kept } from "./jackknife.js";
import { missingRewards } from "./missing-rewards.js";
import { supportOf } from "./seen-missing.js";
import { reestimated } from "./shifted-by.js";
import type { PolicyTables } from "./tables.js";
import { type Added, byReward } from "./turns.js";
import { comparisonUnder, shiftOfMissing } from "./view-sums.js";

/** What a comparison's missing views may make of its difference, that where they earn nothing; undefined where none is seen to be missing. */
function missingOf(comparison: Comparison): MissingOfComparison | undefined {
  const candidate = partOf(comparison, comparison.policy);
  const base = comparison.base && partOf(comparison, comparison.base);
  if (candidate.support.seen === 0 && (base === undefined || base.support.seen === 0))
    return undefined;
  const shiftOf = (rate: Rate, other: Rate, without?: number): number =>
    candidate.shiftOf(rate, without) - (base?.shiftOf(other, without) ?? 0);
  const at = (rate: Rate, other: Rate) =>
    reestimated(
      comparison,
      (without) =>
        comparisonUnder(comparison, comparison.curve, without) + shiftOf(rate, other, without),
    );
  const point = at("rateOf", "rateOf");
  const [low, high] = [at("lowOf", "highOf"), at("highOf", "lowOf")];
  const spreadOf = (se: number, by: number): number => (by > 0 ? se / by : 1);
  return {
    candidate,
    ...(base && { base }),
    without: { difference: comparison.difference, se: comparison.se },
    shift: point.shift.value,
    shiftOf: (without) => shiftOf("rateOf", "rateOf", without),
    below: Math.max(0, point.difference - low.difference),
    above: Math.max(0, high.difference - point.difference),
    spread: spreadOf(point.se, comparison.se),
    spreads: [spreadOf(low.se, point.se), spreadOf(high.se, point.se)],
    byReward: {
      ...byReward(comparison, candidate.addedOf),
      atNothing: comparison.difference + candidate.addedOf().none - (base?.addedOf().none ?? 0),
    },
    open: {
      low: isOpen(candidate, "low") || (base !== undefined && isOpen(base, "high")),
      high: isOpen(candidate, "high") || (base !== undefined && isOpen(base, "low")),
    },
  };
}

/** A comparison whose missing views earn nothing, with these at the rate of their like. */
export function withMissing(comparison: Comparison): Comparison {
  const missing = missingOf(comparison);
  if (missing === undefined) return comparison;
  const { shift, spread } = missing;
  return {
    ...comparison,
    difference: comparison.difference + shift,
    se: comparison.se * spread,
    missing,
  };
}

/** The comparison as the study has it, its missing views earning nothing: what `withMissing` was given. */
export function atNothing({ study, missing, alternatives, ...comparison }: Comparison): Comparison {
  const { difference, se } = (study?.missing ?? missing)?.without ?? study ?? comparison;
  return { ...comparison, difference, se };
}

/** What is missing of a comparison whose difference is moved, its error stretched: by another alternative, or against a margin. */
export function movedBy(
  missing: MissingOfComparison,
  by: number,
  stretched: number,
): MissingOfComparison {
  if (by === 0 && stretched === 1) return missing;
  const { without, byReward } = missing;
  const { none, one, atNothing, moments } = byReward;
  const [v0, v01, v1] = moments;
  return {
    ...missing,
    without: { difference: without.difference + by, se: without.se * stretched },
    byReward: {
      none: none + by,
      one,
      atNothing: atNothing + by,
      moments: [v0 * square(stretched), v01 * stretched, v1],
    },
  };
}

const isOpen = ({ support, rewards }: MissingOfPolicy, end: "low" | "high"): boolean =>
  support.seen > 0 && rewards.open[end];

type Rate = "rateOf" | "lowOf" | "highOf";

interface PartOfComparison extends MissingOfPolicy {
  readonly addedOf: Added;
  readonly shiftOf: (rate: Rate, without?: number) => number;
}

function partOf(comparison: Comparison, policy: PolicyTables): PartOfComparison {
  const support = supportOf(comparison, policy);
  const rewards = missingRewards(comparison, policy, support);
  const addedOf: Added = kept((without) =>
    shiftOfMissing(comparison, policy, support.seenOf(without), without),
  );
  const shiftOf: PartOfComparison["shiftOf"] = (rate, without) => {
    if (support.seen === 0) return 0;
    const { none, one } = addedOf(without);
    return none + one * rewards[rate](without);
  };
  return { support, rewards, addedOf, shiftOf };
}
