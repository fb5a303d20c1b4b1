import type { Check, MovedDifference } from "../check.js";
import type { Comparison } from "../comparison.js";
import { figure, movedWithBase, one, untested } from "../figures.js";
import { defineCheck } from "../judged.js";
import { namesRanks } from "../not-testable.js";
import { isRounding, type Reestimate, shiftedBy } from "../shifted-by.js";
import {
  countOf,
  factsOfSilence,
  namesOfRanks,
  type SilentRanks,
  silenceOf,
  silentRanks,
} from "../silent-ranks.js";
import { type Gain, valueOfBase, valueWith } from "../view-sums.js";
import { lostReward, noReward } from "./alternatives.js";

export const ranksWithoutReward: Check = defineCheck({
  code: "ranksWithoutReward",
  title: "ranks whose rewards were lost",
  purpose:
    "A displayed rank where a reward never happens may have lost it, or cannot earn it: the verdict must hold either way.",
  spoilsOthers: false,
  withholds: true,
  read(comparison: Comparison) {
    if (!namesRanks(comparison))
      return untested("rows", "The log does not name displayed ranks (log.rank).");
    const silent = silentRanks(comparison);
    if (silent.ranks.length > 0) return movedBySilence(comparison, silent);
    const message = `No displayed rank lacks the ${comparison.reward} that others predict.`;
    return { measured: figure(0, "rows", "no evidence"), message, facts: factsOfSilence(silent) };
  },
});

function movedBySilence(comparison: Comparison, silent: SilentRanks): MovedDifference {
  const lost = `If ${comparison.reward} was lost there, and is as frequent as next to them`;
  const never = `If no item can earn ${one(comparison.reward)} there`;
  const { alternative, holds, shift, ofBase, words } = worseOf(
    comparison,
    alternativeOf(comparison, lost, lostReward(comparison, silent)),
    alternativeOf(comparison, never, noReward(comparison, silent)),
  );
  const isMoved = !isRounding(comparison, shift.value);
  const { instead, earnedUnderCheck = null } = movedWithBase(comparison, alternative, ofBase);
  return {
    ...{ alternative, holds: holds || !isMoved, hasSign: true, isSaid: isMoved, earnedUnderCheck },
    measured: figure(
      silent.rows,
      "rows",
      `${countOf(silent.rewarded)} of ${countOf(silent.rows)} rows at ${namesOfRanks(silent)}`,
    ),
    message: `${silenceOf(silent, comparison.reward)} ${words}, the difference is ${instead}.`,
    facts: factsOfSilence(silent),
  };
}

interface SilentAlternative extends Reestimate {
  /** "If …" */
  readonly words: string;
  /** What it changes of the baseline's value. */
  readonly ofBase: number;
}

const alternativeOf = (comparison: Comparison, words: string, gain: Gain): SilentAlternative => ({
  words,
  ...shiftedBy(
    comparison,
    (without) =>
      valueWith(comparison, comparison.policy, gain, without) -
      valueWith(comparison, comparison.base, gain, without),
  ),
  ofBase: valueWith(comparison, comparison.base, gain) - valueOfBase(comparison),
});

/** Of two alternatives the one under which the verdict holds less: it leaves less of the difference. */
function worseOf(
  comparison: Comparison,
  one: SilentAlternative,
  other: SilentAlternative,
): SilentAlternative {
  if (one.holds !== other.holds) return one.holds ? other : one;
  const left = ({ alternative: { difference } }: Reestimate): number =>
    comparison.difference < 0 ? -difference : difference;
  return left(one) <= left(other) ? one : other;
}
