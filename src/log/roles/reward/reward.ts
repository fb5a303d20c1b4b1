import { numberTypes, readNumber } from "../../readers.js";
import type { Role } from "../../role.js";
import { sourceText } from "../../role-use.js";

/** Squares of sums must stay within the range of a double. */
const largestReward = 1e100;
const largestAllowed = largestReward * (1 - 2 ** -53);

export const reward: Role<"reward", "reward", "column"> = {
  name: "reward",
  in: "reward",
  field: "column",
  words: {
    purpose: "numbers; the reward of a trajectory is their sum",
  },
  called:
    /^((?:(?:is|has|did|was)_?)?(?:(?:add(?:ed)?_?to_?)?(?:cart|basket)|(?:like|click|purchase|watch|dwell|conversion|booking|rating|reward|revenue|save|share|play|order|follow|subscri)[a-z]*)(?:_?(?:time|seconds|secs?|s|minutes|min|ms|count|value))?)$/i,
  accepts: numberTypes,
  expected: "numbers",
  alias: "h_reward",
  read: readNumber,
  survey: "number",
  refuses: {
    missing: {
      code: "rewardMissing",
      expected: "a reward in every row",
      remedy: (use) =>
        `an absent reward is not 0 by itself; if it is here, write ${use.owner}: { column: ${sourceText(use)}, missing: 0 }; if it stops where another column begins, one was renamed: read coalesce(${sourceText(use)}, …) of both in log.source: { sql: "select …" }`,
    },
    outside: {
      code: "rewardNotFinite",
      expected: `a finite reward, below ${largestReward} in size`,
      remedy:
        "NaN, infinities and their stand-ins cannot be added up; correct or leave out those rows",
      low: -largestAllowed,
      high: largestAllowed,
    },
  },
  meaning: (use) => `reward:${sourceText(use)}:${use.fallback ?? "given"}`,
};
