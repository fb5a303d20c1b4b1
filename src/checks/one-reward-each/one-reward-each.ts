import { showCount } from "../../numeric/show-number.js";
import type { Check } from "../check.js";
import type { Comparison } from "../comparison.js";
import { establishedLevel, trigger } from "../decision-of.js";
import {
  eitherWay,
  figure,
  insteadOf,
  one,
  shiftFound,
  shiftThatFlips,
  untested,
} from "../figures.js";
import { defineCheck } from "../judged.js";
import { shiftedBy } from "../shifted-by.js";
import { type Exclusion, underExclusion } from "./exclusion.js";
import { type PairsOfRewards, pairsOfRewards } from "./pairs-of-rewards.js";

/** Pairs of rewarded rows of one trajectory to be expected, from which on their absence says something. */
const fewestPairs = 30;

/**
 * An item stands once in a list, so that lists of few unequal items hold fewer pairs, too: 1 − v²/(L − 1) of those
 * expected where L items in random order have rates of relative deviation v. Rewards that exclude each other leave
 * hardly any.
 */
const mostFound = 0.5;

export const oneRewardEach: Check = defineCheck({
  code: "oneRewardEach",
  title: "at most one reward per session",
  purpose:
    "Where a session earns a reward once, or the log keeps only its first one, rewards of rows below are missing: the verdict must hold with what these rows would have earned.",
  spoilsOthers: false,
  needs: ["views", "targetRanks"],
  reads: ["pairs"],
  read(comparison: Comparison) {
    const pairs = pairsOfRewards(comparison);
    if (pairs === undefined)
      return untested("rows", "Pairs of rewards of a session are not known here.");
    const { found, expected, excess } = pairs;
    const facts = { pairs: found, expectedPairs: expected, t: excess.t };
    const hasSign = expected >= fewestPairs && excess.t < -trigger && found < mostFound * expected;
    if (!hasSign) {
      const measured = figure(Number.NaN, "rows", `no evidence (${counted(pairs)})`);
      const message = "Rewards of a session do not exclude each other.";
      return { tipping: shiftThatFlips(comparison), measured, message, facts };
    }
    const share = Math.min(1, found / expected);
    const under = (of: Exclusion["of"]) =>
      shiftedBy(
        comparison,
        (without) => underExclusion(comparison, { share, of }, without),
        excess,
      );
    const [spent, lost] = [under("earned"), under("logged")];
    const isLost = spent.holds && !lost.holds;
    const condition = isLost
      ? "If the log lost the others, by a simple model the difference is"
      : "If a session earns no more, by a simple model the difference is";
    const reestimate = isLost ? lost : spent;
    const { alternative, holds } = reestimate;
    const difference = (holds ? eitherWay : insteadOf)(comparison, alternative);
    return {
      ...{ alternative, holds, hasSign, isSaid: true },
      provesWrong: excess.p < establishedLevel(comparison),
      measured: shiftFound(comparison, reestimate),
      message: `Sessions with ${one(comparison.reward)} seldom have another: ${counted(pairs)}. ${condition} ${difference}.`,
      facts: { ...facts, isLost },
    };
  },
});

/** Pairs of rows of one session, both rewarded. */
function counted({ found, expected }: PairsOfRewards): string {
  const [seen, predicted] = [found, expected].map((pairs) => showCount(Math.round(pairs)));
  return `${seen} pairs of rewards in one session, where about ${predicted} are expected by rank and depth`;
}
