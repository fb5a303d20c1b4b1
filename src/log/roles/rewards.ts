import type { Role } from "../role.js";
import { sourceText } from "../role-use.js";
import { finite, inEveryRow, largestReward, named, numbers, orNull } from "./parts.js";

const largestAllowed = largestReward * (1 - 2 ** -53);

export const reward: Role<"reward", "reward", "column"> = {
  ...named("reward", "reward", "column"),
  words: {
    purpose: "numbers; the reward of a trajectory is their sum",
  },
  called:
    /^((?:(?:is|has|did|was)_?)?(?:(?:add(?:ed)?_?to_?)?(?:cart|basket)|(?:like|click|purchase|watch|dwell|conversion|booking|rating|reward|revenue|save|share|play|order|follow|subscri)[a-z]*)(?:_?(?:time|seconds|secs?|s|minutes|min|ms|count|value))?)$/i,
  ...numbers,
  alias: "h_reward",
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

export const prediction: Role<"prediction", "reward", "prediction"> = {
  ...named("prediction", "reward", "prediction"),
  words: {
    purpose: "the reward that a model predicts of the item of the row once it is viewed",
    details:
      ", for `dm`, `dr` and their kin; the model must not have been fitted on the rewards of the same users",
  },
  ...numbers,
  ...orNull,
  alias: "h_prediction",
  refuses: inEveryRow(
    {
      code: "predictionInvalid",
      expected: `a predicted reward in every row, finite and below ${largestReward} in size`,
      remedy:
        "predict every candidate, also with the mean of all rewards where the model says nothing; NULL does not say what is expected",
    },
    finite,
  ),
};

export const remaining: Role<"remaining", "reward", "remaining"> = {
  ...named("remaining", "reward", "remaining"),
  words: {
    purpose: "the reward that a model predicts of the slot of the row and all slots below it",
    details: ", given the list down to it, for `cascadeDr`",
    without: "no estimator with rewards to come answers",
  },
  ...numbers,
  ...orNull,
  alias: "h_rest",
  refuses: inEveryRow(
    {
      code: "remainingInvalid",
      expected: `a predicted reward in every displayed row, finite and below ${largestReward} in size`,
      remedy: "predict the reward from this slot on, 0 for what comes after the last",
    },
    finite,
  ),
};
