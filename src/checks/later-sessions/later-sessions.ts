import { finite } from "../../numeric/finite.js";
import type { Check } from "../check.js";
import type { Comparison } from "../comparison.js";
import { establishedLevel } from "../decision-of.js";
import { amountWithError, eitherWay, untested } from "../figures.js";
import { type JackknifeEstimate, jackknife, kept } from "../jackknife.js";
import { defineCheck } from "../judged.js";
import { type Reestimate, shiftedBy, widenedTo } from "../shifted-by.js";
import type { LaterSessions, PolicyTables } from "../tables.js";
import { differenceOf, shifted, viewSums } from "../view-sums.js";
import { laterReward } from "./later-reward.js";

/** The effect beyond what is there before it may be seen with less certainty: at .05, of one side. */
const levelOfOrder = 0.1;

export const laterSessions: Check = defineCheck({
  code: "laterSessions",
  title: "effects on later sessions",
  purpose:
    "A list may change what later sessions of its user earn: where the log shows it, the set also holds the difference with that effect.",
  spoilsOthers: false,
  needs: ["views"],
  reads: ["later"],
  widens(comparison) {
    const { later } = comparison;
    if (later === undefined) return undefined;
    const found = withLaterReward(comparison, later);
    return found.isEstablished ? widenedTo(comparison, found) : undefined;
  },
  read(comparison: Comparison) {
    if (comparison.later === undefined) {
      const message =
        "The log does not name users and days, or its tally does not pair the sessions of a user.";
      return untested("reward", message, "no users over several days");
    }
    const { alternative, shift, holds, test, isEstablished } = withLaterReward(
      comparison,
      comparison.later,
    );
    const shown = amountWithError(comparison, shift.value, shift.se);
    const words = isEstablished ? shown : `no evidence (${shown})`;
    return {
      ...{ alternative, holds, hasSign: isEstablished, isSaid: isEstablished },
      measured: { value: shift.value, se: finite(shift.se), unit: "reward", words },
      message: isEstablished
        ? `Sessions earn a different reward after lists that are more like the candidate's: ${shown} in later sessions, which the difference does not count. With that effect it is ${eitherWay(comparison, alternative)}. Run an A/B test by user for weeks.`
        : `Sessions do not earn a different reward after lists that are more like the candidate's (${shown} in later sessions).`,
      facts: {
        shift: finite(shift.value),
        shiftSe: finite(shift.se),
        t: finite(shift.t),
        tOfLater: finite(test.t),
      },
    };
  },
});

/** The difference with what lists do to later sessions, and whether the log shows that they do. */
function withLaterReward(
  comparison: Comparison,
  later: LaterSessions,
): Reestimate & { readonly test: JackknifeEstimate; readonly isEstablished: boolean } {
  const rewardOf = kept((without) => laterReward(comparison, later, without));
  const reestimate = shiftedBy(comparison, (without) => {
    const { after, before } = rewardOf(without);
    const of = (policy: PolicyTables) => {
      const sums = viewSums(comparison, policy, comparison.curve, without);
      return policy === comparison.policy ? shifted(sums, { reward: after - before }) : sums;
    };
    return differenceOf(comparison, of, without);
  });
  const test = jackknife(later.groups.length, (without) => rewardOf(without).after);
  const isBeyond = reestimate.shift.p < levelOfOrder && reestimate.shift.value * test.value > 0;
  return { ...reestimate, test, isEstablished: test.p < establishedLevel(comparison) && isBeyond };
}
