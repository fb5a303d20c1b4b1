import { type Reason, reason } from "../errors.js";
import {
  caseWhen,
  divide,
  double,
  type Expression,
  greater,
  less,
  times,
} from "../sql/expression.js";
import type { LogView, PolicyView } from "./estimator.js";

/** A value, or the reason why there is none. */
export type Or<T> = { readonly ok: T } | { readonly no: Reason };

/** The logger's exposure ε0 of a shown item: as logged, else by its curve at the displayed rank. */
export function loggingExposure(log: LogView): Or<Expression> {
  if (log.exposure) return { ok: log.exposure };
  if (log.curve && log.rank) return { ok: log.curve.at(log.rank) };
  return { no: noCurve("the logger's exposures") };
}

/** The policy's exposure ε_t of a shown item: as given, else by the curve at its rank. */
export function targetExposure(log: LogView, policy: PolicyView): Or<Expression> {
  if (policy.isLogged) return loggingExposure(log);
  if (policy.exposure) return { ok: policy.exposure };
  if (!policy.rank) return { no: noRank(policy.name) };
  if (log.curve) return { ok: log.curve.at(policy.rank) };
  return { no: noCurve(`the exposures of policy "${policy.name}", which is given by rank`) };
}

/** The importance weight w = ε_t / ε0 (paper, Eq. (8)); exactly 1 for the logged policy. */
export function weight(log: LogView, policy: PolicyView): Or<Expression> {
  if (policy.isLogged) return { ok: double(1) };
  const target = targetExposure(log, policy);
  if ("no" in target) return target;
  const logging = loggingExposure(log);
  return "no" in logging ? logging : { ok: divide(target.ok, logging.ok) };
}

/**
 * ε_t · min(m, 1/ε0): only the inverse logging propensity is clipped (paper, §6.2; docs/methods.md,
 * "Clipping").
 */
export function clippedWeight(log: LogView, policy: PolicyView, clip: number): Or<Expression> {
  const target = targetExposure(log, policy);
  if ("no" in target) return target;
  const inverse = clippedInverse(log, clip);
  return "no" in inverse ? inverse : { ok: times(target.ok, inverse.ok) };
}

function clippedInverse(log: LogView, clip: number): Or<Expression> {
  if (!log.exposure) {
    if (log.curve && log.rank) return { ok: log.curve.inverseAt(log.rank, clip) };
    return { no: noCurve("the logger's exposures") };
  }
  const small = less(log.exposure, double(1 / clip));
  return { ok: caseWhen([{ when: small, then: double(clip) }], divide(double(1), log.exposure)) };
}

/** min(m, w): the whole ratio is clipped (docs/methods.md, "Clipping"). */
export const clipRatio = (w: Expression, clip: number): Expression =>
  caseWhen([{ when: greater(w, double(clip)), then: double(clip) }], w);

/** Why an estimator that reads ranks cannot answer for this policy. */
export const noRank = (policy: string): Reason =>
  reason(
    "rankMissing",
    `Policy "${policy}" is given by exposure only and this estimator reads ranks; use ips or snips, or give the policy's rank.`,
    { policy, instead: ["ips", "snips"] },
  );

/** Why exposures cannot be told from ranks. */
export const noCurve = (what: string): Reason =>
  reason(
    "curveMissing",
    `A position-bias curve is needed for ${what}; give log.exposure.curve (or log.exposure.column and policies by exposure).`,
    { missing: "log.exposure.curve" },
  );
