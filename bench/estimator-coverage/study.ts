import type { Columns } from "./draw-log.js";
import { curve, items, trust } from "./world.js";

/** Every estimator that claims an interval, with the values of parameters that change what it adds up. */
export const asked: readonly unknown[] = [
  "mean",
  "dcg",
  { dcg: { clip: 2 } },
  { dcg: { discount: "log2", gain: "logged" } },
  "ips",
  { ips: { clipRatio: 1.5 } },
  { snips: { scale: ["observed", "curve"] } },
  { betaIps: { control: ["views", "curve", "both"] } },
  "balance",
  { weighted: { variances: ["otherHalf", "same"] } },
  "dm",
  { dr: { treatment: ["observed", "expected"] } },
  { switchDr: { limit: 1.5 } },
  { drOs: { shrinkage: 2, shape: ["optimistic", "pessimistic"] } },
  { cab: { limit: 1.5 } },
  "mips",
  "offCem",
  "efficient",
  "sips",
  "iips",
  { rips: { normalised: ["no", "perRank"] } },
  "cascadeDr",
  { pseudoInverse: { weights: "given" } },
  "meanOfRates",
  "ndcg",
  "pndcg",
];

/** Those that read predictions of rewards. */
const withPredictions: readonly unknown[] = [
  "dm",
  { dr: { treatment: ["observed", "expected"] } },
  { switchDr: { limit: 1.5 } },
  { drOs: { shrinkage: 2, shape: ["optimistic", "pessimistic"] } },
  { cab: { limit: 1.5 } },
  "offCem",
  "efficient",
];

/** Estimators of what policies earn where users reward ranks, too. */
const underTrust: readonly unknown[] = [
  "mean",
  "ips",
  { trustDr: { treatment: ["observed", "expected", "weights"] } },
];

/** Where predictions come from: a column, or a fit on the replicate itself; or a column in a world with trust bias. */
export type Predictions = "given" | "fitted" | "trust";

const estimatorsOf: Readonly<Record<Predictions, readonly unknown[]>> = {
  given: asked,
  fitted: ["mean", ...withPredictions],
  trust: underTrust,
};

/** A study of replicates, one a day; of one replicate where predictions are fitted. */
export const studyOf = (
  rows: Columns,
  isClustered: boolean,
  predictions: Predictions = "given",
): unknown => ({
  log: {
    source: { rows },
    trajectory: "session",
    ...(isClustered && { user: "user" }),
    day: "day",
    item: "item",
    rank: "rank",
    rows: "offered",
    viewed: "viewed",
    listLength: items.length,
    structure: "declared",
    cluster: "kind",
    loggingPolicy: "logger",
    loggingPolicies: { first: "first", second: "second" },
    propensity: "p0",
    placement: "m0",
    rewards: {
      like: {
        column: "like",
        prediction: predictions === "fitted" ? { fit: "itemMean", context: "segment" } : "q",
        remaining: "rest0",
      },
    },
    exposure: predictions === "trust" ? { curve, trust } : { column: "exposure", curve },
  },
  policies: {
    first: { exposure: "exposure_first" },
    second: { exposure: "exposure_second" },
    drawn: {
      exposure: "exposure_drawn",
      propensity: "p1",
      placement: "m1",
      remaining: "rest1",
      listWeight: "weight",
    },
    ranked: { rank: "ranked" },
  },
  estimands: ["perTrajectory", "perImpression"],
  estimators: estimatorsOf[predictions],
  sums: "fast",
});
