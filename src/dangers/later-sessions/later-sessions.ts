import type { Danger, Finding } from "../danger.js";
import { amountWithError, eitherWay, figure, scaleFacts, shiftThatFlips } from "../figures.js";
import { jackknife } from "../jackknife.js";
import { establishedLevel, type Line } from "../line.js";
import { finite } from "../reading.js";
import { kept, shiftedBy } from "../shifted-by.js";
import { differenceOf, shifted, viewSums } from "../view-sums.js";
import { laterReward } from "./later-reward.js";

const code = "laterSessions";

/** The effect beyond what is there before it may be seen with less certainty: at .05, of one side. */
const levelOfOrder = 0.1;

export const laterSessions: Danger = {
  code,
  title: "what lists do to later sessions",
  purpose:
    "A list may change what later sessions of its user earn: the difference with what the log shows of that must be called the same.",
  spoilsOthers: false,
  needsViews: true,
  examine(line: Line): Finding {
    const { later, policy: candidate } = line;
    if (later === undefined) return unread;
    const rewardOf = kept((without) => laterReward(line, later, without));
    const found = shiftedBy(line, (without) => {
      const { after, before } = rewardOf(without);
      const of = (policy: typeof candidate) => {
        const sums = viewSums(line, policy, line.curve, without);
        return policy === candidate ? shifted(sums, { reward: after - before }) : sums;
      };
      return differenceOf(line, of, without);
    });
    const { alternative, shift, survives } = found;
    const test = jackknife(later.groups.length, (without) => rewardOf(without).after);
    const isBeyond = shift.p < levelOfOrder && shift.value * test.value > 0;
    const isEstablished = test.p < establishedLevel(line) && isBeyond;
    const shown = amountWithError(line, shift.value, shift.se);
    return {
      code,
      effect: isEstablished ? (survives ? "watch" : "cannotTell") : "none",
      binds: isEstablished,
      alternative,
      tipping: shiftThatFlips(line),
      measured: {
        value: shift.value,
        se: finite(shift.se),
        unit: "reward",
        words: isEstablished ? shown : `no sign (${shown})`,
      },
      message: isEstablished
        ? `Sessions earn otherwise after lists of which the candidate would put more to the top: ${shown} in later sessions, which the difference does not count. With that it is ${eitherWay(line, alternative)}. Let an A/B test by user run for weeks.`
        : `Sessions earn no other reward after lists of which the candidate would put more to the top (${shown} in later sessions).`,
      facts: {
        difference: alternative.difference,
        differenceSe: alternative.se,
        interval: alternative.interval,
        shift: finite(shift.value),
        shiftSe: finite(shift.se),
        t: finite(shift.t),
        tOfLater: finite(test.t),
        ...scaleFacts(line),
      },
    };
  },
};

const unread: Finding = {
  code,
  effect: "none",
  binds: false,
  untested: true,
  tipping: null,
  measured: figure(Number.NaN, "reward", "not tested: no users over several days"),
  message:
    "The log does not name users and days, or its tally does not pair the sessions of a user.",
  facts: {},
};
