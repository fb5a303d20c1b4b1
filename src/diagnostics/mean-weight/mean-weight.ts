import type { Component, PolicyView } from "../../estimators/estimator.js";
import { everyRow, impressions, quotientOf, viewsOf } from "../../estimators/parts.js";
import { intervalBy, lessBy, statisticOf } from "../../inference/index.js";
import { caseWhen, double, isNull } from "../../sql/index.js";
import { type Diagnosis, type Diagnostic, diagnosis, type PolicyScope } from "../diagnostic.js";
import { weightComponents, weightSums } from "../policy-weight.js";
import { thresholds } from "../thresholds.js";

const of = {
  code: "meanWeight",
  assumption: "support; logged exposures and curve are right",
  thresholds: thresholds.meanWeight,
} as const;

/**
 * The mean weight of a viewed impression, B̄/T̄: 1 where exposures are right and the logging policy
 * could have shown all that the policy shows. Below 1, it is the share of the policy's views that the log
 * covers (docs/methods.md, "Support"). Where the policy does not show every viewed item, a shortfall as large as
 * the share of those is a `watch`, not a `fail`.
 */
export const meanWeight: Diagnostic = {
  ...of,
  guards: true,
  purpose: "whether weights average to 1, as they must under full support",
  components: (log, policy) =>
    weightComponents(log, policy, ({ sum }) => {
      const { total, per } = viewsOf(policy.views);
      return [sum, impressions, total, ...per, ...hidden(policy)];
    }),
  ofPolicy: (scope) => {
    const sums = weightSums(scope.log, scope.policy);
    if (sums === undefined) return [];
    const { total, per } = viewsOf(scope.policy.views);
    const ratio = quotientOf([sums.sum, ...per], [total], "viewed impression");
    const found = scope.answer(ratio.components, ratio.plugIn);
    if ("code" in found) return [];
    const { interval, confidence } = scope.inference;
    const { se } = statisticOf(found);
    const [lo, hi] = intervalBy(interval, statisticOf(found), confidence);
    return [
      diagnosis(of, {
        policy: scope.policy.name,
        feed: scope.feed,
        statistic: se === 0 ? null : (found.value - 1) / se,
        p: interval.p(lessBy(statisticOf(found), 1)),
        effect: found.value,
        interval: [lo, hi],
        severity: severity(scope, lo, hi),
        consequence: consequence(scope.policy.name, found.value, lo),
        remedy:
          "Check logged exposures and the curve; check whether the logging policy could show what the policy shows.",
        facts: { meanWeight: found.value, se, notShown: notShown(scope) },
      }),
    ];
  },
};

/** Rows that the policy would not show excuse a shortfall of their own size, and no more. */
function severity(scope: PolicyScope, lo: number, hi: number): Diagnosis["severity"] {
  const share = (notShown(scope) ?? 0) / scope.total(impressions);
  const { tolerance } = thresholds.meanWeight;
  const inside = lo >= 1 - tolerance && hi <= 1 + tolerance;
  if (inside) return "ok";
  const outside = hi < 1 - tolerance || lo > 1 + tolerance;
  if (!outside) return "inconclusive";
  return lo < 1 && 1 - hi <= share + tolerance && share > 0 ? "watch" : "fail";
}

/** Counts the viewed rows that a policy by rank would not show (its rank is NULL). */
function hidden({ rank }: PolicyView): readonly Component[] {
  if (rank === undefined) return [];
  return [everyRow(caseWhen([{ when: isNull(rank), then: double(1) }], double(0)))];
}

/** Rows of this feed that the policy would not show; null where it is not given by rank. */
function notShown({ policy, total }: PolicyScope): number | null {
  const [component] = hidden(policy);
  return component === undefined ? null : total(component);
}

const consequence = (policy: string, value: number, lo: number): string =>
  value < 1
    ? `The log identifies ${(100 * value).toPrecision(3)} % of the views of ${policy}; what it would earn on the rest is not in the log.`
    : `Weights of ${policy} average ${value.toPrecision(3)} (at least ${lo.toPrecision(3)}) instead of 1.`;
