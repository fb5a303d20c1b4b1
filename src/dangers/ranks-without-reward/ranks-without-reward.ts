import type { Danger, Moved } from "../danger.js";
import { figure, movedWithBase, one, untested } from "../figures.js";
import { defineDanger } from "../judged.js";
import type { Line } from "../line.js";
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
import { lostReward, noReward } from "./readings.js";

export const ranksWithoutReward: Danger = defineDanger({
  code: "ranksWithoutReward",
  title: "ranks without a reward",
  purpose:
    "A displayed rank where a reward never happens has lost it, or cannot bring it: the call must stand either way.",
  spoilsOthers: false,
  read(line: Line) {
    if (!namesRanks(line))
      return untested("rows", "The log does not name displayed ranks (log.rank).");
    const silent = silentRanks(line);
    if (silent.ranks.length > 0) return movedBySilence(line, silent);
    const message = `No displayed rank lacks the ${line.reward} that others predict.`;
    return { measured: figure(0, "rows", "no sign"), message, facts: factsOfSilence(silent) };
  },
});

function movedBySilence(line: Line, silent: SilentRanks): Moved {
  const lost = `If ${line.reward} was lost there, and is as frequent as next to them`;
  const never = `If no item can bring ${one(line.reward)} there`;
  const { alternative, survives, shift, ofBase, words } = worseOf(
    line,
    readingOf(line, lost, lostReward(line, silent)),
    readingOf(line, never, noReward(line, silent)),
  );
  const isMoved = !isRounding(line, shift.value);
  const { instead, earnedSo = null } = movedWithBase(line, alternative, ofBase);
  return {
    ...{ alternative, survives: survives || !isMoved, hasSign: true, isSaid: isMoved, earnedSo },
    measured: figure(
      silent.rows,
      "rows",
      `${countOf(silent.rewarded)} of ${countOf(silent.rows)} rows at ${namesOfRanks(silent)}`,
    ),
    message: `${silenceOf(silent, line.reward)} ${words}, the difference is ${instead}.`,
    facts: factsOfSilence(silent),
  };
}

interface Reading extends Reestimate {
  /** "If …" */
  readonly words: string;
  /** What it changes of the baseline's value. */
  readonly ofBase: number;
}

const readingOf = (line: Line, words: string, gain: Gain): Reading => ({
  words,
  ...shiftedBy(
    line,
    (without) =>
      valueWith(line, line.policy, gain, without) - valueWith(line, line.base, gain, without),
  ),
  ofBase: valueWith(line, line.base, gain) - valueOfBase(line),
});

/** Of two readings the one that the call survives less: it leaves less of the difference. */
function worseOf(line: Line, one: Reading, other: Reading): Reading {
  if (one.survives !== other.survives) return one.survives ? other : one;
  const left = ({ alternative: { difference } }: Reestimate): number =>
    line.difference < 0 ? -difference : difference;
  return left(one) <= left(other) ? one : other;
}
