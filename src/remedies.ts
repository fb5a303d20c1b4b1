import type { verdictCodes } from "./verdict-codes.js";

/**
 * What to do about a reason for *cannot tell* or *do not trust*, in few words: what the report and docs/verdicts.md say.
 * Those of checks are in their order.
 */
export const remedies: Readonly<Partial<Record<keyof typeof verdictCodes, string>>> = {
  sameInEveryRow: "give the reward to the row of the item that earned it",
  ranksAmongViewed: "give the rank in the full candidate list",
  clicksOnly: "log every viewed item",
  oneRowEach: "name the column of the session or the list",
  viewsNotLogged: "give a curve, or log views",
  excessWeight: "look for doubled rows, or ranks counted among fewer items",
  robots: "look at the users who decide the verdict; leave robots out in `log.source`",
  stopsOnReward: "use the alternative estimate, which allows for it; test online",
  tasteWithDepth: "use the alternative estimate, which allows for it; test online",
  curve:
    "use the alternative estimate by the log's own view rates; `fit: table`, or correct the curve",
  driftOfCurve: "evaluate each day separately",
  neighbours: "start an A/B test",
  trustBias:
    "use `trustDr`; state how much users trust the ranker at most (`fallsBy: 0.02`, per rank), or that they do not (`fallsBy: 0`)",
  laterSessions: "start an A/B test by user, over weeks",
  oneRewardEach: "log every reward where it happens; use the alternative estimate",
  exposureCalibration:
    "check how the exposures are computed; log all offered rows with `viewed`, and name `log.item`",
  cutAtRandom: "log where sessions end",
  ranksWithoutReward:
    "check how the reward is recorded at these ranks; leave out rows that cannot earn it",
  reportingDelay: "leave out as many of the last days as a reward may take to arrive",
  support:
    "state what a missing view earns (`log.rewards.<name>.unlogged`); show these items for a while; compare policies closer to the logged one",
  itemsNotRanked: "give these items their ranks in the candidate's lists",
  heavyTails:
    "look at the largest rewards: sentinel values, units, sessions left open; cap the reward in `log.source`",
  rareRewards: "wait for more rewards",
  fewClusters: "log more users",
  trainedOnLog: "evaluate days after it was trained, or train it on earlier days",
  noReward: "wait for rewards, or decide by one that is less rare",
  rounding: "correct these values, or leave them out",
  identical: "nothing, if it should rank as the baseline does; otherwise check its column",
  noEstimator: "add an estimator of the reward to `estimators`, or name it in `decide`",
  checksNotRun: "name the key of a trajectory in `log.trajectory`, and take the tally again",
  intervalHoldsZero: "log more days or users; make fewer comparisons",
  notSignificant: "log more days or users; make fewer comparisons",
};

/** What to do first about `excessWeight` where the study has no `log.listLength`. */
export const lengthsFirst = "name `log.listLength`, if lists differ in length";
