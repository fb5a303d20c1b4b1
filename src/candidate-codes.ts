/** Codes of candidates and of lists that were displayed; src/codes.ts lists them with those of logs. */
export const candidateCodes = {
  candidatesMissing: "Trajectories of the log have no candidates.",
  candidateRepeated: "A trajectory holds a candidate twice.",
  candidateRankRepeated: "A trajectory holds two candidates at one rank.",
  candidateExposureMissing: "Candidates have no logged exposure and count as never shown.",
  candidatesElsewhere: "Candidates are of trajectories that are not evaluated, and do not count.",
  candidateRankSkipped: "Candidates of a trajectory skip a rank that users may see.",
  candidateContradicts:
    "A viewed item has another rank or cluster among the candidates than in the log.",
  clusterMissing: "A cluster is NULL.",
  clusterUnknown: "No candidate of its trajectory is in the cluster of a viewed item.",
  candidateNotListed: "A viewed item is not among its trajectory's candidates.",
  propensityInvalid: "A logged propensity is not in (0, 1].",
  targetPropensityInvalid: "A policy's propensity is not in [0, 1].",
  placementInvalid: "A logged placement is not in (0, 1].",
  targetPlacementInvalid: "A policy's placement is not in [0, 1].",
  remainingInvalid: "A predicted reward of a slot and those below it is NULL or not finite.",
  targetRemainingInvalid:
    "A policy's expected reward of a slot and those below it is NULL or not finite.",
  listWeightInvalid: "A weight of a list is NULL or not finite.",
  listWeightVaries: "The rows of a trajectory hold several weights of its list.",
  slotsUnlogged: "Slots without a row count with weight 1 in products of weights.",
  slotRepeated: "A trajectory's candidates hold a displayed rank twice.",
  slotsMissing: "A trajectory's candidates lack a slot of its list.",
} as const;
