import type { verdictCodes } from "./verdict-codes.js";

/**
 * What to do about a reason that is no call, in few words: what the report and docs/verdicts.md say. Those of a
 * danger stand in the order of the checks.
 */
export const remedies: Readonly<Partial<Record<keyof typeof verdictCodes, string>>> = {
  sameInEveryRow: "give the reward to the row of the item that earned it",
  ranksAmongViewed: "give the rank in the full candidate list",
  clicksOnly: "log every viewed item",
  oneRowEach: "name the column of the session or the list",
  viewsNotLogged: "give a curve, or log views",
  excessWeight: "look for doubled rows, or ranks counted among fewer items",
  robots: "look at the users on whom the call rests; leave robots out in `log.source`",
  stopsOnReward: "read the number that allows for it; test online",
  tasteWithDepth: "read the number that allows for it; test online",
  curve: "read the number by the log's view rates; `fit: table`, or correct the curve",
  driftOfCurve: "evaluate the days apart",
  neighbours: "start an A/B test",
  trustBias:
    "read `trustDr`; say how far users trust the ranker, at most (`fallsBy: 0.02`, a rank), or that they do not (`fallsBy: 0`)",
  laterSessions: "start an A/B test by user, over weeks",
  oneRewardEach: "log every reward where it happens; read the other number",
  exposureCalibration:
    "look how the exposures are computed; log all offered rows with `viewed`, and name `log.item`",
  cutAtRandom: "log the ends of sessions",
  ranksWithoutReward:
    "look how the reward is recorded at these ranks; leave out rows that cannot bring it",
  reportingDelay: "leave out the last days, as many as a reward may take",
  support:
    "say what missing views earn (`unlogged`); show these items for a while; compare policies nearer to the logged one",
  itemsNotRanked: "give what stands there its rank in the candidate's lists",
  heavyTails:
    "look at the largest rewards: sentinels, units, sessions left open; cap the reward in `log.source`",
  rareRewards: "wait for more rewards",
  fewClusters: "log more users",
  trainedOnLog: "evaluate days after it was trained, or train it on earlier ones",
  noReward: "wait for rewards, or decide by one that is less rare",
  rounding: "correct such values, or leave them out",
  identical: "nothing, if it should rank as the baseline does; else look at its column",
  noEstimator: "add an estimator that may decide to `estimators`, or name it in `decide`",
  dangersNotExamined: "name the key of a trajectory in `log.trajectory`, and take the tally again",
  intervalHoldsZero: "log more days or users; compare fewer lines",
  notSignificant: "log more days or users; compare fewer lines",
};
