import { type Reason, reason } from "../errors.js";
import { type Expression, min } from "../sql/expression.js";
import type { Component, LogView, Need, PolicyView } from "./estimator.js";

/** The expected views of a trajectory under a known curve: one number, or by list length and feed. */
export function knownViews(log: LogView, policy: PolicyView): Expression | Reason {
  if (policy.views !== undefined) return declaresViews(policy);
  return log.curve?.known?.views(log.listLength) ?? noKnownViews;
}

/** Why what is known of the log's views does not hold for a policy. */
export const declaresViews = ({ name }: PolicyView): Reason =>
  reason(
    "viewsDeclared",
    `Policy "${name}" declares its own views (shows or views), and here those of the log are compared with a curve's. Use ips or snips, which follow the declaration.`,
    { policy: name, instead: ["ips", "snips"] },
  );

export const noKnownViews: Reason = reason(
  "knownViewsMissing",
  "The expected number of views follows only from a given curve that ends: one with a cut-off, or with the lengths of lists.",
  { need: "knownViews" satisfies Need },
);

/** A number per trajectory that is the same in all of its rows. */
export const ofTrajectory = (value: Expression): Component => ({
  over: "trajectories",
  rows: "all",
  value: min(value),
});
