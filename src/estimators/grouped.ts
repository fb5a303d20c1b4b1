import { isReason, type Reason, reason } from "../errors.js";
import { divide, type Expression, sum, times } from "../sql/expression.js";
import type { Component, Need, Question } from "./estimator.js";
import { everyRow } from "./parts.js";
import { loggingOfCandidates, noCandidateRank, noCandidates } from "./predicted.js";
import { loggingExposure, targetExposure } from "./weight.js";

/**
 * Sums over viewed rows of a value times the weight of the item's cluster,
 * w(e) = Σ_{a∈e} ε_t / Σ_{a∈e} ε_0 over the candidates of the cluster (docs/methods.md, "Clusters of items"); w(e)
 * is 1 for the logged policy. Or what is missing for that.
 */
export function byCluster(question: Question): ((value: Expression) => Component) | Reason {
  const { log, policy } = question;
  const { cluster } = log;
  if (cluster === undefined) return noClusters;
  if (log.candidates === undefined) return noCandidates;
  const [logging, exposure] = [loggingOfCandidates(log), loggingExposure(log)];
  if (isReason(exposure)) return exposure;
  if (logging === undefined) return noCandidateRank;
  const target = targetExposure(log, policy);
  if (isReason(target)) return target;
  if (policy.isLogged) return everyRow;
  return (value) => ({
    over: "groups",
    by: cluster,
    value: times(value, divide(sum(target), sum(logging))),
    // A viewed item is one of its cluster: Σ ε_0 is at least its own.
    within: times(value, divide(sum(target), exposure)),
  });
}

const noClusters: Reason = reason(
  "clustersUnknown",
  "Exposures are added up by cluster, and the log does not name the cluster of an item.",
  { need: "cluster" satisfies Need },
);
