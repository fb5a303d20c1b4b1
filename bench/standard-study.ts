import { paperClips } from "../src/agreement/sensitivity.js";
import type { Contender } from "./contenders.js";

/** The curve of the benchmark, p = rank^−.6, in closed form in the query written by hand. */
export const eta = 0.6;

const dcg = { discount: ["curve", "log2"], gain: ["c", "qhat"], debias: "curve" };

/**
 * The study that a contender evaluates: the standard one, nDCG of one policy and one reward, or DCG and nDCG under
 * one clip or 13; its curve given, or learnt from the log.
 */
export function standardStudy(source: unknown, contender: Contender): Record<string, unknown> {
  const { kind } = contender;
  const ndcg = kind === "ndcg" || kind === "ndcgFitted";
  const isLearnt = kind === "fitted" || kind === "ndcgFitted";
  const curve = isLearnt ? { fit: "inverse" } : { model: "inverse", eta };
  return {
    log: {
      source,
      trajectory: "trajectory",
      rank: "position",
      rewards: ndcg ? { watch: "watch" } : { like: "like", watch: "watch" },
      user: contender.user,
      day: "day",
      feed: "feed",
      structure: contender.structure,
      exposure: { curve },
    },
    policies: ndcg ? { a: { rank: "rank_a" } } : { a: { rank: "rank_a" }, b: { rank: "rank_b" } },
    ...(ndcg ? {} : { baseline: "a" }),
    estimators: estimatorsOf(kind),
  };
}

function estimatorsOf(kind: Contender["kind"]): readonly unknown[] {
  if (kind === "ndcg" || kind === "ndcgFitted") return ["ndcg"];
  if (kind !== "clip" && kind !== "clips") return ["mean", { dcg }, "snips"];
  const clip = kind === "clip" ? 10 : paperClips;
  return [{ dcg: { clip } }, { ndcg: { clip } }];
}
