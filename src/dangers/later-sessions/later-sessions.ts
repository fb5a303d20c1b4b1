import type { Danger } from "../danger.js";
import { amountWithError, eitherWay, untested } from "../figures.js";
import { type JackknifeEstimate, jackknife } from "../jackknife.js";
import { defineDanger } from "../judged.js";
import { establishedLevel, type Line } from "../line.js";
import { finite } from "../reading.js";
import { kept, type Reestimate, shiftedBy, widenedTo } from "../shifted-by.js";
import type { LaterSessions, PolicyTables } from "../tables.js";
import { differenceOf, shifted, viewSums } from "../view-sums.js";
import { laterReward } from "./later-reward.js";

/** The effect beyond what is there before it may be seen with less certainty: at .05, of one side. */
const levelOfOrder = 0.1;

export const laterSessions: Danger = defineDanger({
  code: "laterSessions",
  title: "what lists do to later sessions",
  purpose:
    "A list may change what later sessions of its user earn: where the log shows it, the set holds the difference with that too.",
  spoilsOthers: false,
  needs: ["views"],
  reads: ["later"],
  widens(line) {
    const { later } = line;
    if (later === undefined) return undefined;
    const found = withLaterReward(line, later);
    return found.isEstablished ? widenedTo(line, found) : undefined;
  },
  read(line: Line) {
    if (line.later === undefined) {
      const message =
        "The log does not name users and days, or its tally does not pair the sessions of a user.";
      return untested("reward", message, "no users over several days");
    }
    const { alternative, shift, survives, test, isEstablished } = withLaterReward(line, line.later);
    const shown = amountWithError(line, shift.value, shift.se);
    const words = isEstablished ? shown : `no sign (${shown})`;
    return {
      ...{ alternative, survives, hasSign: isEstablished, isSaid: isEstablished },
      measured: { value: shift.value, se: finite(shift.se), unit: "reward", words },
      message: isEstablished
        ? `Sessions earn otherwise after lists of which the candidate would put more to the top: ${shown} in later sessions, which the difference does not count. With that it is ${eitherWay(line, alternative)}. Let an A/B test by user run for weeks.`
        : `Sessions earn no other reward after lists of which the candidate would put more to the top (${shown} in later sessions).`,
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
  line: Line,
  later: LaterSessions,
): Reestimate & { readonly test: JackknifeEstimate; readonly isEstablished: boolean } {
  const rewardOf = kept((without) => laterReward(line, later, without));
  const found = shiftedBy(line, (without) => {
    const { after, before } = rewardOf(without);
    const of = (policy: PolicyTables) => {
      const sums = viewSums(line, policy, line.curve, without);
      return policy === line.policy ? shifted(sums, { reward: after - before }) : sums;
    };
    return differenceOf(line, of, without);
  });
  const test = jackknife(later.groups.length, (without) => rewardOf(without).after);
  const isBeyond = found.shift.p < levelOfOrder && found.shift.value * test.value > 0;
  return { ...found, test, isEstablished: test.p < establishedLevel(line) && isBeyond };
}
