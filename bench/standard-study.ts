import type { Contender } from "./contenders.js";

/** The curve of the benchmark, p = rank^−.6, in closed form in the query written by hand. */
export const eta = 0.6;

const dcg = { discount: ["curve", "log2"], gain: ["c", "qhat"], debias: "curve" };

/** The study that a contender evaluates: the standard one, or nDCG of one policy and one reward. */
export function standardStudy(path: string, contender: Contender): Record<string, unknown> {
  const ndcg = contender.kind === "ndcg";
  return {
    log: {
      source: path,
      trajectory: "trajectory",
      rank: "position",
      rewards: ndcg ? { watch: "watch" } : { like: "like", watch: "watch" },
      user: contender.user,
      day: "day",
      feed: "feed",
      structure: contender.structure,
      exposure: { curve: { model: "inverse", eta } },
    },
    policies: ndcg ? { a: { rank: "rank_a" } } : { a: { rank: "rank_a" }, b: { rank: "rank_b" } },
    ...(ndcg ? {} : { baseline: "a" }),
    estimators: ndcg ? ["ndcg"] : ["mean", { dcg }, "snips"],
  };
}
