import type { Check, PlainFinding } from "../check.js";
import type { Comparison } from "../comparison.js";
import { decisionOf, wordOf } from "../decision-of.js";
import { figure, insteadOf, scaleFacts } from "../figures.js";
import { defineCheck } from "../judged.js";
import { lostAt, mostFall, mostFallOfItems, ordinaryFall, percentOf } from "../trust-falls.js";
import { underStatedTrust, widenedByTrust } from "./stated-trust.js";

export const trustBias: Check = defineCheck({
  code: "trustBias",
  title: "trust bias",
  purpose:
    "Rewards of a view may fall by rank because users trust the ranker: the set holds every difference that is possible by what the study states of it; where it states nothing, a difference below 0 must hold under a fall of 1 % a rank.",
  spoilsOthers: false,
  needs: ["targetRanksOrTrust"],
  reads: ["itemSlope"],
  widens: widenedByTrust,
  read: (comparison: Comparison, widened) =>
    comparison.trust === undefined
      ? unsaid(comparison)
      : underStatedTrust(comparison, comparison.trust, widened),
});

/**
 * No log of one policy tells trust in the ranker from relevance; one that shows items at several ranks tells how much of
 * it there is at most. It makes every policy that moves items look worse than it
 * is: a verdict below the logging policy, or above another policy that moves more, stands only while trust is small.
 */
function unsaid(comparison: Comparison): PlainFinding {
  const decision = decisionOf(comparison, comparison.difference, comparison.se);
  const lost = decision === 0 ? undefined : lostAt(comparison);
  if (lost === undefined) {
    const most = percentOf(mostFall);
    const [words, message] =
      decision === 0
        ? ["no verdict to test", "There is no verdict that trust in the ranker could change."]
        : [
            `no fall up to ${most} a rank changes the verdict`,
            `The verdict holds where the rewards of a view fall by up to ${most} a rank.`,
          ];
    const measured = figure(Number.NaN, "share", words);
    return { measured, message, facts: { mostFall } };
  }
  const { fall, found } = lost;
  const { alternative } = found;
  const words = `${percentOf(fall)} a rank`;
  const most = mostFallOfItems(comparison);
  const isExcluded = most !== undefined && most < fall;
  const isLost = fall <= ordinaryFall && !isExcluded;
  const word = wordOf(comparison, decision);
  const remedy = "set log.exposure.trust if you know how far users trust it";
  const byItems =
    most === undefined
      ? remedy
      : isExcluded
        ? `those of the same item fall by ${percentOf(most)} at most`
        : `those of the same item may fall by up to ${percentOf(most)}; ${remedy}`;
  const message = isLost
    ? `It is ${word} only if the rewards of a view do not fall from rank to rank because users trust the ranker: with a fall of ${words} the difference is ${insteadOf(comparison, alternative)}; ${remedy}.`
    : `The verdict ${word} holds while trust in the ranker lowers the reward of a view by less than ${words}: ${byItems}.`;
  return {
    effect: isLost ? "cannotTell" : "watch",
    alternative,
    tipping: figure(fall, "share", `a fall by ${words}`),
    measured:
      most === undefined
        ? figure(Number.NaN, "share", "no log distinguishes it from relevance")
        : figure(most, "share", `items fall by ${percentOf(most)} a rank at most`),
    message,
    facts: {
      changesAt: fall,
      ...(most !== undefined && { mostFallOfItems: most }),
      difference: alternative.difference,
      interval: alternative.interval,
      ...scaleFacts(comparison),
    },
  };
}
