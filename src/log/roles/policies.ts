import { type Reason, reason } from "../../errors.js";
import { showCount } from "../../numeric/show-number.js";
import { caseWhen, type Expression, isNull, nullOf, rowNumber } from "../../sql/expression.js";
import type { ColumnOf, Constant, Naming, Role, RoleUse } from "../role.js";
import { sourceText, useOf } from "../role-use.js";
import { feed, item, trajectory } from "./keys.js";
import { listLength, rank } from "./logged.js";
import { finite, inEveryRow, largestReward, named, numbers, wholeNumbers } from "./parts.js";

const most = 1_000_000;

export const shows: Role<"shows", "policy", "shows"> & { readonly constant: Constant } = {
  ...named("shows", "policy", "shows"),
  words: {
    purpose: "a column with, or one number for, how many items the policy shows",
    details:
      ". Ranks beyond it are not shown, the slots beyond it are not missing from the log, and rewards per impression divide by the views up to it. For a policy by `rank`; without it the policy fills as many slots as were logged",
  },
  ...wholeNumbers,
  constant: {
    low: 1,
    high: most,
    whole: true,
    expected: `a column's name or a whole number in [1, ${most}]`,
  },
  alias: "h_shows",
  refuses: inEveryRow(
    {
      code: "showsInvalid",
      expected:
        "a whole number of items that the policy shows, 1 or more, the same in all rows of a trajectory",
      remedy: "count the slots that the policy fills for that trajectory, viewed or not",
    },
    { low: 1 },
  ),
  meaning: (use) => `shows:${sourceText(use)}`,
};

export const targetRank: Role<"targetRank", "policy", "rank"> = {
  ...named("targetRank", "policy", "rank"),
  places: true,
  words: {
    purpose:
      "the column with the item's rank in the policy's full candidate list; NULL if it is not shown",
    details: ". A rank beyond `listLength` is not shown either",
  },
  called:
    /^(?:rank_(?!index$|idx$|number$|no$|nr$)(.+)|(?!display(?:ed)?_|shown_|item_)(.+)_(?:rank|rang))$/i,
  ...wholeNumbers,
  alias: "h_rank",
  refuses: {
    outside: {
      code: "targetRankInvalid",
      expected: "a target rank that is a whole number, 1 or more, or null (not shown)",
      remedy:
        "target ranks count from 1 in the policy's full candidate list, and null is not shown; if yours count from 0, add 1 where they are read, in the source of the log or of the candidates: { sql: … }",
      low: 1,
    },
  },
  atMost: [listLength, shows],
  warn: (use, { beyond = 0, values }, log) => {
    const { owner: policy, path, index } = use;
    if (values + beyond === 0) {
      const column = sourceText(use);
      const message = `${path} (column "${column}") is NULL in every row: policy ${policy} shows no item that the log holds. Check the column, or the join that brings it.`;
      return reason("targetRankMissing", message, { policy, column });
    }
    if (beyond === 0 || useOf(log, shows.name, index) !== undefined) return undefined;
    const message = `${path} puts the items of ${showCount(beyond)} rows beyond the end of their list (log.listLength): policy ${policy} does not show them, and they count with exposure 0.`;
    return reason("targetBeyondList", message, { policy, rows: beyond });
  },
  meaning: (use) => `rank:${sourceText(use)}`,
  isSampled: true,
};

export const targetScore: Role<"targetScore", "policy", "score"> = {
  ...named("targetScore", "policy", "score"),
  places: true,
  words: {
    purpose: "a column with scores of all candidates, in the table that `candidates` names",
    details:
      "; the engine ranks them, ties by item. With `force: rankViewed` in place of `candidates` a column with scores of the viewed items only: ranking these among themselves moves every target rank towards 1, and `force` confirms that you know this. Cannot be combined with `rank` or `exposure`",
  },
  ...numbers,
  alias: "h_score",
  refuses: {
    outside: {
      code: "targetRankInvalid",
      expected: "a finite score to rank by, or null (not shown)",
      remedy: "NaN and infinities have no place in an order; make them null or correct the score",
    },
  },
  needs: { role: item, complaint: tiesWithoutItem },
  derives: {
    fills: targetRank,
    value: rankAmongViewed,
    survey: (columnSummary, of) => ({ ...of(rank), values: columnSummary.values }),
    meaning: (use) => `rank:by score ${sourceText(use)}`,
  },
  warn: ({ owner: policy }) => {
    const message = `Policy ${policy} is ranked among viewed items only, by force: its ranks are squeezed towards 1, and what is said of it describes no policy that could run.`;
    return reason("rankedAmongViewed", message, { policy });
  },
};

/**
 * The rank among viewed items by the score, best first. An item without a score is not shown, and the
 * others are ranked without it. Ties go by item, never by displayed rank, which would favour the logging
 * policy; that one only tells apart two views of one item.
 */
function rankAmongViewed({ index }: RoleUse, of: ColumnOf): Expression {
  const score = of(targetScore, index);
  const order = [
    { by: score, descending: true },
    { by: of(item), descending: false },
    { by: of(rank), descending: false },
  ];
  const place = rowNumber([of(trajectory), of(feed)], order);
  return caseWhen([{ when: isNull(score), then: nullOf("bigint") }], place);
}

/** Any other order at hand is the logging policy's, or chance. */
function tiesWithoutItem({ path, owner: policy, column }: Naming): Reason {
  const message = `${path} (column "${column}") ranks viewed items and breaks ties by item, but log.item is missing; name the item's column as log.item, or give the policy's rank in the full candidate list as policies.${policy}.rank.`;
  return reason("itemMissing", message, { path: "log.item", policy, column });
}

export const targetExposure: Role<"targetExposure", "policy", "exposure"> & {
  readonly constant: Constant;
} = {
  ...named("targetExposure", "policy", "exposure"),
  places: true,
  words: {
    purpose: "a column with, or one number for, the item's expected views under the policy",
  },
  ...numbers,
  constant: { low: 0, high: 1, expected: "a column's name or a number in [0, 1]" },
  alias: "h_exposure",
  refuses: inEveryRow(
    {
      code: "targetExposureInvalid",
      expected: "an exposure in [0, 1]",
      remedy: "an item that the policy does not show has exposure 0, not null",
    },
    { low: 0, high: 1 },
  ),
  meaning: (use) => `exposure:${sourceText(use)}`,
};

export const targetPropensity: Role<"targetPropensity", "policy", "propensity"> = {
  ...named("targetPropensity", "policy", "propensity"),
  places: true,
  words: {
    purpose:
      "a column with the probability that the policy puts the item at its displayed rank, given the items above it",
    details: ", for `sips`, `rips` and `cascadeDr`",
  },
  ...numbers,
  alias: "h_propensity",
  meaning: (use) => `propensity:${sourceText(use)}`,
  refuses: inEveryRow(
    {
      code: "targetPropensityInvalid",
      expected: "a probability in [0, 1]",
      remedy: "an item that the policy would not have put there has probability 0, not null",
    },
    { low: 0, high: 1 },
  ),
};

export const targetPlacement: Role<"targetPlacement", "policy", "placement"> = {
  ...named("targetPlacement", "policy", "placement"),
  places: true,
  words: {
    purpose:
      "a column with the probability that the policy puts the item at its displayed rank, whatever stands above it",
    details: ", for `iips` and `pseudoInverse`",
  },
  ...numbers,
  alias: "h_placement",
  meaning: (use) => `placement:${sourceText(use)}`,
  refuses: inEveryRow(
    {
      code: "targetPlacementInvalid",
      expected: "a probability in [0, 1]",
      remedy: "an item that the policy never puts there has probability 0, not null",
    },
    { low: 0, high: 1 },
  ),
};

export const targetRemaining: Role<"targetRemaining", "policy", "remaining"> = {
  ...named("targetRemaining", "policy", "remaining"),
  words: {
    purpose:
      "a column with what a model predicts of the slot and all slots below it, expected under the policy given the items above",
    details: ", for `cascadeDr`",
  },
  ...numbers,
  alias: "h_expected",
  refuses: inEveryRow(
    {
      code: "targetRemainingInvalid",
      expected: `a predicted reward in every displayed row, finite and below ${largestReward} in size`,
      remedy:
        "average the predictions from this slot on over the items that the policy would put there",
    },
    finite,
  ),
};

export const listWeight: Role<"listWeight", "policy", "listWeight"> = {
  ...named("listWeight", "policy", "listWeight"),
  places: true,
  words: {
    purpose:
      "a column with the weight of the whole list that was displayed, the same in all rows of a trajectory",
    details: ", for `pseudoInverse` with `weights: given`",
  },
  ...numbers,
  alias: "h_weight",
  isSampled: true,
  refuses: inEveryRow(
    {
      code: "listWeightInvalid",
      expected: `a finite number in every row, below ${largestReward} in size`,
      remedy:
        "compute the weight of each list that was displayed with listWeights(); it may be negative",
    },
    finite,
  ),
};

export const views: Role<"views", "policy", "views"> & { readonly constant: Constant } = {
  ...named("views", "policy", "views"),
  words: {
    purpose: "a column with, or one number for, the policy's expected views of a trajectory",
    details:
      ": the sum of the exposures of all items that it shows. For a policy by `exposure`; without it the policy is taken to have as many views as were logged",
  },
  ...numbers,
  constant: { low: 0, high: most, expected: `a column's name or a number in [0, ${most}]` },
  alias: "h_views",
  refuses: inEveryRow(
    {
      code: "viewsInvalid",
      expected: `a number of expected views, from 0 to ${most}, the same in all rows of a trajectory`,
      remedy: "add up the exposures of all items that the policy would show in that trajectory",
    },
    { low: 0, high: most },
  ),
  meaning: (use) => `views:${sourceText(use)}`,
};
