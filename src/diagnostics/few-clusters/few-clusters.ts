import { type Diagnostic, diagnosis } from "../diagnostic.js";
import { thresholds } from "../thresholds.js";

const of = { code: "fewClusters", assumption: "enough independent users" } as const;

/** Below 40 clusters the standard error is itself poorly known (methods A.5). */
export const fewClusters: Diagnostic = {
  ...of,
  purpose: "whether there are enough users for a standard error",
  ofResult: ({ feed, estimates }) => {
    const [first] = estimates;
    if (first === undefined) return [];
    const { buckets } = first.answer;
    return [
      diagnosis(of, {
        feed,
        statistic: buckets,
        severity: buckets < thresholds.fewClusters.watch ? "watch" : "ok",
        consequence:
          buckets < thresholds.fewClusters.watch
            ? `Standard errors rest on ${buckets} clusters only and are themselves uncertain.`
            : `Standard errors rest on ${buckets} clusters or buckets of clusters.`,
        remedy: "Take more users; the t quantile allows for it in part.",
        facts: { buckets },
      }),
    ];
  },
};
