/** Codes of estimators; src/codes.ts lists them with the others. */
export const estimatorCodes = {
  clipWeightsUnknown: "The tally does not hold what clips leave of an estimator's weights.",
  curveMissing:
    "The estimator needs a position-bias curve: let the log show it (log.exposure: { curve: { fit: auto } }), or give one that was fitted elsewhere.",
  knownViewsMissing: "The number of views does not follow from a curve that is given and ends.",
  viewsDeclared: "The policy declares its own views, which the estimator cannot use.",
  predictionMissing: "The estimator needs predicted rewards.",
  candidatesUnknown: "The estimator needs the rows of all candidates.",
  candidateRankMissing:
    "The estimator needs where the logging policy would have put every candidate.",
  clustersUnknown: "The estimator needs the cluster of each item.",
  propensityMissing: "The estimator needs probabilities of items at their ranks.",
  listLengthMissing: "The estimator needs the length of lists.",
  listTooLong: "The estimator multiplies weights over more slots than it can.",
  remainingMissing: "The estimator needs predictions of a slot and those below it.",
  trustMissing: "The estimator needs how far users trust the ranker at each rank.",
  rankMissing: "The estimator needs a policy's ranks, which is given by exposure.",
  displayedRankMissing: "The estimator needs displayed ranks.",
  loggersUnknown: "The estimator needs what each of several logging policies shows.",
  loggedOfSeveral:
    "The logged ranking is that of several policies, whose estimates cannot be combined.",
  twoClips: "A clip and a clip of the ratio were both given.",
  zeroDenominator: "The estimator divides by a sum that is 0.",
  emptyStratum: "No trajectory falls into this cell.",
  overflow: "The sums are too large to be computed with.",
  tooFewClusters: "There are too few clusters for a standard error.",
  noVariance: "All clusters show the same value or difference, so there is no standard error.",
  noWeight: "A replicate gives the trajectories of a logging policy no weight.",
  baselineRefuted:
    "There is no lift: the log refutes the curve by which the study says what the baseline earns.",
  baselineViewsMissing:
    "There is no lift: views of the baseline are missing from the log, so that its own value is not known.",
  baselineUnderTrust:
    "There is no lift: what the baseline earns depends on how far users trust the ranker, as the study says.",
  baselineNearZero: "The baseline's value is too near 0 for a relative lift.",
  oneCluster:
    "All the data is of one cluster; or, as a diagnostic, one cluster brings a large share of a variance.",
  membersDisagree: "Estimators that were to be combined differ by more than their joint error.",
  estimatorsDisagree: "Estimators of one reward differ by more than their joint error.",
  outsideParameter: "A parameter lies outside the range in which the curve is known.",
} as const;
