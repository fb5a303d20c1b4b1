import { finite } from "../../numeric/finite.js";
import type { Check } from "../check.js";
import type { Comparison } from "../comparison.js";
import { equalRewards, sentenceOf } from "../equal-rewards.js";
import { figure, share, untested } from "../figures.js";
import { defineCheck } from "../judged.js";
import { tableOf } from "../tables.js";

export const sameInEveryRow: Check = defineCheck({
  code: "sameInEveryRow",
  title: "one list reward copied into every row",
  purpose:
    "Where the rows of a session have one and the same reward, it is the whole list's: a sum over rows counts it once a row, and no item has earned it.",
  spoilsOthers: true,
  reads: ["same"],
  read({ log, reward }: Comparison) {
    const { same } = tableOf(log.rewards, reward);
    if (same === undefined)
      return untested(
        "share",
        "The tally does not hold whether rows of one session have the same reward.",
      );
    const found = equalRewards(same);
    const { rewarded, equal, expected, upper, isSign } = found;
    const part = equal / rewarded;
    return {
      effect: isSign ? "doNotTrust" : "none",
      message: isSign
        ? sentenceOf(found, reward)
        : "Rows of one session have rewards of their own.",
      measured: figure(
        part,
        "share",
        rewarded === 0
          ? "no session of several rows with a reward"
          : `${share(part)} of sessions with a reward have the same in their rows`,
      ),
      facts: {
        rewardedSessions: rewarded,
        equalSessions: equal,
        share: finite(part),
        expected: finite(expected),
        upper: finite(upper),
      },
    };
  },
});
