import { isReason, type Reason } from "../../errors.js";
import { double, type Expression, min, minus, sum, times } from "../../sql/expression.js";
import { controlled, controlledOnce } from "../controlled.js";
import type { Estimator, Formula, LogView, PolicyView, Question } from "../estimator.js";
import { declaresViews, knownViews } from "../known-views.js";
import { overViews, rewarded } from "../parts.js";
import { weight } from "../weight.js";

/**
 * IPS less a control variate: Ā − β̂·D̄, where A = Σ c·w and D has mean 0 under the assumptions, with
 * β̂ = Cov(A, D)/Var(D) from the same trajectories (Gupta, Jeunen et al. 2024; docs/methods.md, "Control
 * variates"). `control: views` takes D = Σ w − T, which needs nothing known; `control: baseline` takes the
 * weights less those of the baseline, and the β of the least variance of the difference to it.
 */
export const betaIps: Estimator = {
  name: "betaIps",
  purpose: "ips with an additive control variate: the least variance of all constant baselines",
  reference: "Gupta, Jeunen, Oosterhuis and Vasile (RecSys 2024), adapted to views",
  assumptions: [
    "the assumptions of ips",
    "the policy has as many views as were logged, or as its declared slots have (control: views)",
    "the curve's views are those of the log (control: curve, both)",
  ],
  parameters: [
    {
      name: "control",
      kind: "choice",
      purpose:
        "what is known to have mean 0: weights less the views of the log, less those of a known curve, both, or less the weights of the baseline",
      choices: ["views", "curve", "both", "baseline"],
      default: "views",
      label: { unless: "views" },
    },
    {
      name: "beta",
      kind: "choice",
      purpose:
        "how β is computed: from covariances, or from the second moments that are published for single actions",
      choices: ["covariance", "published"],
      default: "covariance",
      label: { unless: "covariance" },
    },
  ],
  // Without the default of `beta`, which older tallies and results do not name: theirs add to these.
  canonical: ({ control = "views", beta }) => {
    const isPublished = beta === "published" && (control === "views" || control === "baseline");
    return isPublished ? { control, beta } : { control };
  },
  role: ({ control }) => (control === "views" ? "reward" : "modelledReward"),
  needs: [],
  formula: (question) => {
    const { log, policy, reward, parameters, estimand } = question;
    const w = weight(log, policy);
    if (isReason(w)) return w;
    if (parameters.control === "baseline" || parameters.beta === "published") {
      return ofPair(question, w);
    }
    const controls = controlsOf(log, policy, w, parameters.control);
    if (isReason(controls)) return controls;
    const z = times(reward.value, w);
    const formula: Formula = controlled(rewarded(z), z, controls);
    return estimand === "perTrajectory" ? formula : overViews(formula, policy.views);
  },
};

/** What has mean 0 in a trajectory: sums over all of its rows. */
function controlsOf(
  log: LogView,
  policy: PolicyView,
  w: Expression,
  control: unknown,
): readonly Expression[] | Reason {
  if (control === "views") {
    if (policy.views?.per !== undefined) return declaresViews(policy);
    return [sum(minus(w, policy.views?.total ?? double(1)))];
  }
  const views = knownViews(log, policy);
  if (isReason(views)) return views;
  const less = (value: Expression): Expression =>
    minus(sum(value), views.kind === "double" ? views : min(views));
  return control === "curve" ? [less(w)] : [less(w), less(double(1))];
}

/** One control, whose β may be that of a difference or of raw moments. */
function ofPair(
  { log, policy, baseline, reward, parameters, estimand }: Question,
  w: Expression,
): Formula | Reason {
  const isDifference = parameters.control === "baseline";
  const base = isDifference && baseline !== undefined ? weight(log, baseline) : double(1);
  if (isReason(base)) return base;
  for (const policyView of [policy, ...(isDifference && baseline ? [baseline] : [])]) {
    if (policyView.views?.per !== undefined) return declaresViews(policyView);
  }
  const viewsOf = (of: PolicyView | undefined): Expression => of?.views?.total ?? double(1);
  const control = isDifference
    ? minus(minus(w, viewsOf(policy)), minus(base, viewsOf(baseline)))
    : minus(w, viewsOf(policy));
  const z = times(reward.value, w);
  const formula = controlledOnce({
    value: rewarded(z),
    ofRow: isDifference ? minus(z, times(reward.value, base)) : z,
    ...(isDifference && { less: rewarded(times(reward.value, base)) }),
    control,
    other: isDifference ? control : w,
    isCentred: parameters.beta !== "published",
  });
  return estimand === "perTrajectory" ? formula : overViews(formula, policy.views);
}
