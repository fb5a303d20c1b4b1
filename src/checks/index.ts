import type { Check } from "./check.js";
import { clicksOnly } from "./clicks-only/clicks-only.js";
import { curve } from "./curve/curve.js";
import { cutAtRandom } from "./cut-at-random/cut-at-random.js";
import { driftOfCurve } from "./drift-of-curve/drift-of-curve.js";
import { excessWeight } from "./excess-weight/excess-weight.js";
import { exposureCalibration } from "./exposure-calibration/exposure-calibration.js";
import { heavyTails } from "./heavy-tails/heavy-tails.js";
import { itemsNotRanked } from "./items-not-ranked/items-not-ranked.js";
import { laterSessions } from "./later-sessions/later-sessions.js";
import { neighbours } from "./neighbours/neighbours.js";
import { oneRewardEach } from "./one-reward-each/one-reward-each.js";
import { oneRowEach } from "./one-row-each/one-row-each.js";
import { ranksAmongViewed } from "./ranks-among-viewed/ranks-among-viewed.js";
import { ranksWithoutReward } from "./ranks-without-reward/ranks-without-reward.js";
import { reportingDelay } from "./reporting-delay/reporting-delay.js";
import { robots } from "./robots/robots.js";
import { sameInEveryRow } from "./same-in-every-row/same-in-every-row.js";
import { stopsOnReward } from "./stops-on-reward/stops-on-reward.js";
import { support } from "./support/support.js";
import { tasteWithDepth } from "./taste-with-depth/taste-with-depth.js";
import { trustBias } from "./trust-bias/trust-bias.js";
import { viewsNotLogged } from "./views-not-logged/views-not-logged.js";

/** Every check, in the order in which reasons are given: what spoils the others first, and a cause before its symptom. */
export const checks: readonly Check[] = [
  sameInEveryRow,
  ranksAmongViewed,
  clicksOnly,
  oneRowEach,
  viewsNotLogged,
  excessWeight,
  robots,
  stopsOnReward,
  tasteWithDepth,
  curve,
  driftOfCurve,
  neighbours,
  trustBias,
  laterSessions,
  oneRewardEach,
  exposureCalibration,
  cutAtRandom,
  ranksWithoutReward,
  reportingDelay,
  support,
  itemsNotRanked,
  heavyTails,
];
