import type { Danger, Finding } from "../danger.js";
import { figure, one, shiftThatFlips } from "../figures.js";
import { establishedLevel, type Line, trigger } from "../line.js";
import { shiftedBy } from "../shifted-by.js";
import { type Exclusion, underExclusion } from "./exclusion.js";
import { findingOfSign } from "./finding-of-sign.js";
import { type PairsOfRewards, pairsOfRewards } from "./pairs-of-rewards.js";

const code = "oneRewardEach";

/** Pairs of rewarded rows of one trajectory to be expected, from which on their absence says something. */
const fewestPairs = 30;

/**
 * An item stands once in a list, so that lists of few unequal items hold fewer pairs, too: 1 − v²/(L − 1) of those
 * expected where L items in random order have rates of relative deviation v. Rewards that exclude each other leave
 * hardly any.
 */
const mostFound = 0.5;

export const oneRewardEach: Danger = {
  code,
  title: "one reward a session",
  purpose:
    "Where a session earns a reward once, or the log keeps only its first one, rewards of rows below are missing: the call must stand with what these rows would have earned.",
  spoilsOthers: false,
  needsViews: true,
  needs: "targetRanks",
  examine(line: Line): Finding {
    const pairs = pairsOfRewards(line);
    if (pairs === undefined) return silent("not tested", true);
    const { found, expected, excess } = pairs;
    const facts = { found, expected, t: excess.t };
    const isSign = expected >= fewestPairs && excess.t < -trigger && found < mostFound * expected;
    if (!isSign) return { ...silent(`no sign (${counted(pairs)})`), facts };
    const share = Math.min(1, found / expected);
    const under = (of: Exclusion["of"]) =>
      shiftedBy(line, (without) => underExclusion(line, { share, of }, without), excess);
    const [spent, lost] = [under("earned"), under("logged")];
    const isLost = spent.survives && !lost.survives;
    const reading = isLost
      ? "If the log lost the others, by a simple model the difference is"
      : "If a session earns no more, by a simple model the difference is";
    return findingOfSign(line, {
      code,
      reestimate: isLost ? lost : spent,
      established: excess.p < establishedLevel(line),
      sentence: `Sessions with ${one(line.reward)} seldom have another: ${counted(pairs)}. ${reading}`,
      facts: { ...facts, isLost },
    });

    function silent(words: string, untested = false): Finding {
      const message = untested
        ? "Pairs of rewards of a session are not known here."
        : "Rewards of a session do not exclude each other.";
      const measured = figure(Number.NaN, "rows", words);
      return {
        ...{ code, effect: "none", binds: false, measured, message, facts: {} },
        tipping: untested ? null : shiftThatFlips(line),
        ...(untested && { untested: true as const }),
      };
    }
  },
};

/** Pairs of rows of one session, both rewarded. */
function counted({ found, expected }: PairsOfRewards): string {
  const [seen, predicted] = [found, expected].map((pairs) =>
    Math.round(pairs).toLocaleString("en-US"),
  );
  return `${seen} pairs of rewards in one session, where about ${predicted} are expected by rank and depth`;
}
