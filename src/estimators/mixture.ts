import { isReason, type Reason, reason } from "../errors.js";
import {
  caseWhen,
  divide,
  double,
  type Expression,
  less,
  plus,
  text,
  times,
} from "../sql/expression.js";
import type { LoggersView, LogView, Need, PolicyView } from "./estimator.js";
import { targetExposure } from "./weight.js";

/**
 * The exposure of a row's item under the mixture of the logging policies, Σ_j ρ_j ε_j with the shares ρ_j of
 * the trajectories of its feed and day (docs/methods.md, "Several logging policies").
 */
export function mixtureExposure(log: LogView): Expression | Reason {
  const loggers = severalLoggers(log);
  if (isReason(loggers)) return loggers;
  const parts: Expression[] = [];
  for (const { policy, share } of loggers.all) {
    const exposure = targetExposure(log, policy);
    if (isReason(exposure)) return exposure;
    parts.push(times(share, exposure));
  }
  const mixture = parts.reduce(plus);
  if (loggers.least === undefined) return mixture;
  // No row is below it; it bounds the quotients, which are added up exactly in steps of their bound.
  const least = double(loggers.least);
  return caseWhen([{ when: less(mixture, least), then: least }], mixture);
}

/** ε_t/Σ_j ρ_j ε_j; exactly 1 for the logged ranking, which the mixture wrote. */
export function mixtureWeight(log: LogView, policy: PolicyView): Expression | Reason {
  const mixture = mixtureExposure(log);
  if (isReason(mixture)) return mixture;
  if (policy.isLogged) return double(1);
  const target = targetExposure(log, policy);
  return isReason(target) ? target : divide(target, mixture);
}

/**
 * The log with names in the place of the shares: by these, sums of two logs are known to be of one kind, each
 * under the shares of its own trajectories.
 */
export function withNamedShares(log: LogView): LogView {
  const { loggers } = log;
  if (loggers === undefined) return log;
  const all = loggers.all.map((loggerView) => ({
    ...loggerView,
    share: text(`share of ${loggerView.policy.name}`),
  }));
  return { ...log, loggers: { ...loggers, all, least: undefined } };
}

export const severalLoggers = ({ loggers }: LogView): LoggersView | Reason =>
  loggers ??
  reason(
    "loggersUnknown",
    "It is not known what each logging policy shows: this estimator weighs a row by the exposures of all of them.",
    { need: "loggers" satisfies Need },
  );

/** Why there is no answer for the ranking as it was logged: no one policy wrote it. */
export const loggedOfSeveral: Reason = reason(
  "loggedOfSeveral",
  "The logged ranking is that of several policies, and this estimator combines estimates of one. What they earned together is the mean; name one of them as a policy to estimate what it would have earned alone.",
);
