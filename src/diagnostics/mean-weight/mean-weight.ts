import type { Component, PolicyView } from "../../estimators/estimator.js";
import { impressions, quotientOf, viewsOf } from "../../estimators/parts.js";
import { statisticOf } from "../../inference/delta.js";
import { intervalBy, lessBy } from "../../inference/intervals/interval.js";
import { caseWhen, double, isNull } from "../../sql/expression.js";
import { type Diagnosis, type Diagnostic, diagnosis, type PolicyScope } from "../diagnostic.js";
import { weightSums } from "../policy-weight.js";
import { thresholds } from "../thresholds.js";

const of = {
  code: "meanWeight",
  assumption: "support; logged exposures and curve are right",
  thresholds: thresholds.meanWeight,
} as const;

/**
 * The mean weight of a viewed impression, B̄/T̄: 1 where curve and exposures are right and the logging policy
 * could have shown all that the policy shows. Which of these fails, where it is not 1, it does not tell
 * (docs/methods.md, "Support").
 */
export const meanWeight: Diagnostic = {
  ...of,
  purpose: "whether weights average to 1, as they must under full support",
  components: (log, policy) => {
    const sums = weightSums(log, policy);
    if (sums === undefined) return [];
    const { total, per } = viewsOf(policy.views);
    return [sums.sum, impressions, total, ...per, ...hidden(policy)];
  },
  ofPolicy: (scope) => {
    const sums = weightSums(scope.log, scope.policy);
    if (sums === undefined) return [];
    const { total, per } = viewsOf(scope.policy.views);
    const ratio = quotientOf([sums.sum, ...per], [total], "viewed impression");
    const mean = scope.answer(ratio.components, ratio.plugIn);
    if ("code" in mean) return [];
    const { interval, confidence } = scope.inference;
    const { se } = statisticOf(mean);
    const [lo, hi] = intervalBy(interval, statisticOf(mean), confidence);
    return [
      diagnosis(of, {
        policy: scope.policy.name,
        feed: scope.feed,
        statistic: se === 0 ? null : (mean.value - 1) / se,
        p: interval.p(lessBy(statisticOf(mean), 1)),
        effect: mean.value,
        interval: [lo, hi],
        severity: scope.isExamined ? "ok" : severity(lo, hi),
        consequence: `Weights of ${scope.policy.name} average ${mean.value.toPrecision(3)} per viewed row, in [${lo.toPrecision(3)}, ${hi.toPrecision(3)}]; 1 is expected if curve, exposures and support are right.`,
        remedy:
          "Check logged exposures and the curve; check whether the logging policy could show what the policy shows.",
        facts: { meanWeight: mean.value, se, rowsNotShown: notShown(scope) },
      }),
    ];
  },
};

function severity(lo: number, hi: number): Diagnosis["severity"] {
  const { tolerance } = thresholds.meanWeight;
  const inside = lo >= 1 - tolerance && hi <= 1 + tolerance;
  if (inside) return "ok";
  const outside = hi < 1 - tolerance || lo > 1 + tolerance;
  return outside ? "fail" : "inconclusive";
}

/** Counts the viewed rows in the log that a policy by rank would not show (its rank is NULL). */
function hidden({ rank }: PolicyView): readonly Component[] {
  if (rank === undefined) return [];
  const value = caseWhen([{ when: isNull(rank), then: double(1) }], double(0));
  return [{ over: "rows", value, samplingPower: 0 }];
}

/** Rows of this feed that the policy would not show; null where it is not given by rank. */
function notShown({ policy, total }: PolicyScope): number | null {
  const [component] = hidden(policy);
  return component === undefined ? null : total(component);
}
