import { InternalError } from "../errors.js";
import { balance } from "./balance/balance.js";
import { best } from "./best/best.js";
import { betaIps } from "./beta-ips/beta-ips.js";
import { cab } from "./cab/cab.js";
import { cascadeDr } from "./cascade-dr/cascade-dr.js";
import { clipBound } from "./clip-bound/clip-bound.js";
import { completeNdcg } from "./complete-ndcg/complete-ndcg.js";
import { dcg } from "./dcg/dcg.js";
import { dm } from "./dm/dm.js";
import { dr } from "./dr/dr.js";
import { drOs } from "./dr-os/dr-os.js";
import { efficient } from "./efficient/efficient.js";
import type { Estimator } from "./estimator.js";
import { iips } from "./iips/iips.js";
import { ips } from "./ips/ips.js";
import { mayDecide } from "./may-decide.js";
import { mean } from "./mean/mean.js";
import { meanOfRates } from "./mean-of-rates/mean-of-rates.js";
import { mips } from "./mips/mips.js";
import { ndcg } from "./ndcg/ndcg.js";
import { offCem } from "./off-cem/off-cem.js";
import { pndcg } from "./pndcg/pndcg.js";
import { pseudoInverse } from "./pseudo-inverse/pseudo-inverse.js";
import { rips } from "./rips/rips.js";
import { sips } from "./sips/sips.js";
import { snips } from "./snips/snips.js";
import { switchDr } from "./switch-dr/switch-dr.js";
import { trustDr } from "./trust-dr/trust-dr.js";
import { weighted } from "./weighted/weighted.js";

export type { Functional } from "./estimator.js";

/** Every estimator, in the order in which reports show them. */
export const estimators: readonly Estimator[] = [
  mean,
  dcg,
  ips,
  snips,
  betaIps,
  balance,
  weighted,
  dm,
  dr,
  switchDr,
  drOs,
  cab,
  clipBound,
  trustDr,
  mips,
  offCem,
  efficient,
  sips,
  iips,
  rips,
  cascadeDr,
  pseudoInverse,
  best,
  meanOfRates,
  ndcg,
  pndcg,
  completeNdcg,
];

/** The one of what the logging policy earned as it was observed; other logs of a policy are read by it. */
export const observedReward: Estimator = observing();

function observing(): Estimator {
  const estimator = estimators.find(({ role, canonical }) => role(canonical({})) === "observed");
  if (estimator !== undefined) return estimator;
  throw new InternalError("The list of estimators must hold one of what was observed.");
}

/** Those whose difference may give a verdict with default parameters. */
export const rewardEstimators: readonly Estimator[] = estimators.filter((estimator) =>
  mayDecide(estimator, estimator.canonical({})),
);

export const findEstimator = (name: string): Estimator | undefined =>
  estimators.find((estimator) => estimator.name === name);
