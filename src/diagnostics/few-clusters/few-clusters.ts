import { type PointEstimate, statisticOf } from "../../inference/delta.js";
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
    `On ${days} ${days === 1 ? "day" : "days"} of a feed a standard error is based on fewer than ${thresholds.fewClusters.watch} clusters (the fewest of any logging policy) and is itself uncertain.`,
  ofResult: ({ feed, estimates }) => {
    const [first] = estimates;
    if (first === undefined) return [];
    const { fewestBuckets } = first.answer;
    // Of the row that has fewest: what carries a code has a finding.
    const worth = estimates.reduce(
      (least, { answer }) => Math.min(least, worthOf(answer)),
      fewestBuckets,
    );
    const few = worth < thresholds.fewClusters.watch;
    const about = worth < 10 ? worth.toFixed(1) : Math.round(worth);
    const carried =
      worth < mostCarried * fewestBuckets
        ? `about as few as ${about} clusters, since some of the ${fewestBuckets} hold most of the trajectories,`
        : `${fewestBuckets} clusters, the fewest of any logging policy,`;
    return [
      diagnosis(of, {
        feed,
        statistic: worth,
        severity: few ? "watch" : "ok",
        consequence: few
          ? `Standard errors are based on ${carried} and are themselves uncertain.`
          : `Standard errors are based on ${fewestBuckets} clusters or buckets of clusters.`,
        remedy:
          "Log more users; if one id stands for many people (guests), set it to null. Intervals and verdicts allow for it by their degrees of freedom.",
        facts: { clusters: fewestBuckets, effectiveClusters: worth },
      }),
    ];
  },
};

/** Of clusters, as many of equal size as say as much, below which some carry the others. */
const mostCarried = 0.75;

/** How many clusters of equal size would know the standard error as well; never more than there are. */
const worthOf = (answer: PointEstimate): number =>
  Math.min(answer.fewestBuckets, statisticOf(answer).degreesOfFreedom + 1);

function isFew(answer: PointEstimate): boolean {
  return worthOf(answer) < thresholds.fewClusters.watch;
}
