import { isReason, type Reason, reason } from "../errors.js";
import {
  caseWhen,
  divide,
  double,
  type Expression,
  greater,
  less,
  times,
} from "../sql/expression.js";
import type { LogView, Need, PolicyView } from "./estimator.js";

/** The logging policy's exposure ε0 of a shown item: as logged, else by its curve at the displayed rank. */
export function loggingExposure(log: LogView): Expression | Reason {
  if (log.exposure) return log.exposure;
  if (log.curve && log.rank) return log.curve.at(log.rank);
  return noCurve("the logging policy's exposures");
}

/** The policy's exposure ε_t of a shown item: as given, else by the curve at its rank. */
export function targetExposure(log: LogView, policy: PolicyView): Expression | Reason {
  if (policy.isLogged) return loggingExposure(log);
  if (policy.exposure) return policy.exposure;
  if (!policy.rank) return noRank(policy.name);
  if (log.curve) return log.curve.at(policy.rank);
  return noCurve("the exposures of a policy that is given by rank");
}

/** The importance weight w = ε_t / ε0 (paper, Eq. (8)); exactly 1 for the logged policy. */
export function weight(log: LogView, policy: PolicyView): Expression | Reason {
  if (policy.isLogged) return double(1);
  const target = targetExposure(log, policy);
  if (isReason(target)) return target;
  const logging = loggingExposure(log);
  return isReason(logging) ? logging : divide(target, logging);
}

/**
 * ε_t · min(m, 1/ε0): only the inverse logging propensity is clipped (paper, §6.2; docs/methods.md,
 * "Clipping").
 */
export function clippedWeight(log: LogView, policy: PolicyView, clip: number): Expression | Reason {
  const target = targetExposure(log, policy);
  if (isReason(target)) return target;
  const inverse = clippedInverse(log, clip);
  return isReason(inverse) ? inverse : times(target, inverse);
}

function clippedInverse(log: LogView, clip: number): Expression | Reason {
  if (!log.exposure) {
    if (log.curve && log.rank) return log.curve.inverseAt(log.rank, clip);
    return noCurve("the logging policy's exposures");
  }
  const small = less(log.exposure, double(1 / clip));
  return caseWhen([{ when: small, then: double(clip) }], divide(double(1), log.exposure));
}

/** min(m, w): the whole ratio is clipped (docs/methods.md, "Clipping"). */
export const clipRatio = (w: Expression, clip: number): Expression =>
  caseWhen([{ when: greater(w, double(clip)), then: double(clip) }], w);

export const noRank = (policy: string): Reason =>
  reason(
    "rankMissing",
    `Policy "${policy}" is given by exposure only and this estimator reads ranks.`,
    { policy, need: "targetRank" satisfies Need },
  );

export const noCurve = (what: string): Reason =>
  reason("curveMissing", `A position-bias curve is needed for ${what}.`, {
    need: "curve" satisfies Need,
  });
