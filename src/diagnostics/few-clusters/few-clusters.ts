import type { PointEstimate } from "../../inference/index.js";
import { type Diagnostic, diagnosis } from "../diagnostic.js";
import { thresholds } from "../thresholds.js";

const of = {
  code: "fewClusters",
  assumption: "enough independent users",
  thresholds: thresholds.fewClusters,
} as const;

/** Below 40 clusters the standard error is itself uncertain (docs/methods.md, "Concentration"). */
export const fewClusters: Diagnostic = {
  ...of,
  purpose: "whether there are enough users for a standard error",
  worse: "lower",
  ofRow: isFew,
  ofDays: (days) =>
    `On ${days} ${days === 1 ? "day" : "days"} of a feed a standard error rests on fewer than ${thresholds.fewClusters.watch} clusters (the fewest of any logging policy) and is itself uncertain.`,
  ofResult: ({ feed, estimates }) => {
    const [first] = estimates;
    if (first === undefined) return [];
    const { fewestBuckets } = first.answer;
    const few = isFew(first.answer);
    return [
      diagnosis(of, {
        feed,
        statistic: fewestBuckets,
        severity: few ? "watch" : "ok",
        consequence: few
          ? `Standard errors rest on ${fewestBuckets} clusters, the fewest of any logging policy, and are themselves uncertain.`
          : `Standard errors rest on ${fewestBuckets} clusters or buckets of clusters.`,
        remedy: "Take more users; verdicts allow for it by their degrees of freedom.",
        facts: { clusters: fewestBuckets },
      }),
    ];
  },
};

function isFew({ fewestBuckets }: PointEstimate): boolean {
  return fewestBuckets < thresholds.fewClusters.watch;
}
