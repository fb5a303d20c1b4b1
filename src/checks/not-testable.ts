import { sum } from "../numeric/sum.js";
import type { Comparison } from "./comparison.js";
import { totalOf } from "./grouped-sums.js";
import { neighbourEffect } from "./neighbour-effect.js";
import { logTotals, tableOf } from "./tables.js";

/** What can mislead a decision and shows in no table of a log, in the words of a report: what a study can say, first. */
export const notTestableWords = {
  training: "training on this log (trainedUntil)",
  choice: "choice by this log (chosenFrom)",
  trustBias: "trust bias",
  neighbours: "effects of neighbouring items on each other (log.cluster)",
  neighboursUntold:
    "effects of neighbouring items on each other, about which the log says too little",
  unloggedStops: "sessions that stop for a reason that is not logged",
  tasteOfSomeItems: "taste for some items only that goes with depth",
  unflaggedCuts: "sessions cut without a flag",
  depths:
    "the curve, and sessions that stop on a reward or go deeper by taste, since offered rows are logged",
  stopping: "rewards that end sessions, since the candidate is given by exposures",
  taste: "taste that goes with depth, since the candidate is given by exposures",
  drift: "exposures that differ between days",
  heavyTails: "a few rewards that are far larger than all others",
  exposuresOfItems:
    "logged exposures that are wrong by item while their weights add up to the views (log.item)",
  tooLargeExposures:
    "logged exposures of items that are too large, or that some lists do not offer, since rows that were not viewed are not logged",
  ranksWithoutReward: "ranks at which rewards are lost, since log.rank is not named",
  unknownLists: "displayed rows that nobody viewed, since listLength is not given",
  lateRewards: "rewards of some items that are not there yet",
  robotsWithoutUsers: "robots, since log.user is not named",
  laterSessions: "what a list does to later sessions of its user",
  peopleNotLogged: "people whom the log leaves out",
} as const;

export type NotTestable = keyof typeof notTestableWords;

/** What no table of a comparison's log can show. */
export const notTestableOn = (comparison: NotTestableOf): readonly NotTestable[] => [
  ...unsaidOf(comparison),
  ...notTestableOfViews(comparison),
  "lateRewards",
  ...(comparison.clusters?.userColumn === undefined ? (["robotsWithoutUsers"] as const) : []),
  ...(comparison.later === undefined ? (["laterSessions"] as const) : []),
  "peopleNotLogged",
];

/** How policies came to be shows in no log of views. */
function unsaidOf({ declared = [] }: NotTestableOf): readonly NotTestable[] {
  return [
    ...(declared.includes("trainedUntil") ? [] : (["training"] as const)),
    ...(declared.includes("chosenFrom") ? [] : (["choice"] as const)),
  ];
}

/** Whether rows have ranks: without them all stand at the first. */
export const namesRanks = ({ log }: Pick<Comparison, "log">): boolean => {
  const { n, views } = logTotals(log);
  return (views.views[0] ?? 0) <= n;
};

type NotTestableOf = Pick<
  Comparison,
  "log" | "rows" | "policy" | "reward" | "trust" | "declared" | "clusters" | "later"
>;

function notTestableOfViews(comparison: NotTestableOf): readonly NotTestable[] {
  const { log, rows, policy, reward } = comparison;
  const trustBias = comparison.trust === undefined ? (["trustBias"] as const) : [];
  const { depths } = logTotals(log);
  if (policy.cells.weight !== undefined) {
    const { rewarded, squares } = totalOf(tableOf(policy.rewards, reward));
    return [
      ...trustBias,
      ...(["neighboursUntold", "stopping", "taste", "drift"] as const),
      ...(sum(squares) === sum(rewarded) ? [] : (["heavyTails"] as const)),
      ...(log.byItem === undefined ? (["exposuresOfItems"] as const) : []),
      ...(log.byItem && !log.exposures ? (["tooLargeExposures"] as const) : []),
      ...(namesRanks(comparison) ? [] : (["ranksWithoutReward"] as const)),
      ...(log.listsKnown ? [] : (["unknownLists"] as const)),
    ];
  }
  if (rows === "offered") return ["depths", ...trustBias, "neighboursUntold"];
  return [
    ...trustBias,
    ...neighboursOf(comparison),
    ...(["unloggedStops", "tasteOfSomeItems"] as const),
    ...(sum(depths.cut) === 0 ? (["unflaggedCuts"] as const) : []),
    ...(log.listsKnown ? [] : (["unknownLists"] as const)),
  ];
}

/** Named clusters whose log lacks rows to compare, or shows what taste may give, too. */
function neighboursOf(comparison: NotTestableOf): readonly NotTestable[] {
  if (comparison.log.rewards[comparison.reward]?.neighbours === undefined) return ["neighbours"];
  return (neighbourEffect(comparison)?.mayBePreference ?? true) ? ["neighboursUntold"] : [];
}
