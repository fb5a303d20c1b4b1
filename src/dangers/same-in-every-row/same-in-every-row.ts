import type { Danger, Finding } from "../danger.js";
import { equalRewards, sentenceOf } from "../equal-rewards.js";
import { figure, share } from "../figures.js";
import type { Line } from "../line.js";
import { finite, tableOf } from "../reading.js";

const code = "sameInEveryRow";

export const sameInEveryRow: Danger = {
  code,
  title: "a reward of the list in each row",
  purpose:
    "Where the rows of a session have one and the same reward, it is the whole list's: a sum over rows counts it once a row, and no item has earned it.",
  spoilsOthers: true,
  examine({ log, reward }: Line): Finding {
    const { same } = tableOf(log.rewards, reward);
    if (same === undefined) return untested;
    const found = equalRewards(same);
    const { rewarded, equal, expected, upper, isSign } = found;
    const part = equal / rewarded;
    return {
      code,
      effect: isSign ? "doNotTrust" : "none",
      binds: isSign,
      message: isSign
        ? sentenceOf(found, reward)
        : "Rows of one session have rewards of their own.",
      tipping: null,
      measured: figure(
        part,
        "share",
        rewarded === 0
          ? "no session of several rows with a reward"
          : `${share(part)} of sessions with a reward have the same in their rows`,
      ),
      facts: {
        rewarded,
        equal,
        share: finite(part),
        expected: finite(expected),
        upper: finite(upper),
      },
    };
  },
};

const untested: Finding = {
  code,
  effect: "none",
  binds: false,
  untested: true,
  message: "The tally does not tell whether rows of one session have the same reward.",
  tipping: null,
  measured: figure(Number.NaN, "share", "not tested"),
  facts: {},
};
