import { type AnsweredRow, type Diagnosis, type Diagnostic, diagnosis } from "../diagnostic.js";

const of = { code: "ndcgOrder", assumption: "normalising keeps the order of policies" } as const;

/** Pairs of policies that nDCG orders otherwise than DCG (paper, §5): normalising misleads here. */
export const ndcgOrder: Diagnostic = {
  ...of,
  purpose: "whether nDCG and DCG disagree about which policy is better",
  ofResult: ({ feed, estimates }) => {
    const rewards = [...new Set(estimates.map(({ reward }) => reward))];
    return rewards.flatMap((reward) => {
      const here = estimates.filter((row) => row.reward === reward);
      const dcg = byPolicy(here, "dcg");
      const ndcg = byPolicy(here, "ndcg");
      return inverted(dcg, ndcg).map(([a, b]) => found(feed, reward, a, b));
    });
  },
};

/** The first listed variant of an estimator, by policy. */
function byPolicy(rows: readonly AnsweredRow[], estimator: string): ReadonlyMap<string, number> {
  const first = rows.find((row) => row.estimator === estimator)?.label;
  const same = rows.filter((row) => row.estimator === estimator && row.label === first);
  return new Map(same.map(({ policy, answer }) => [policy, answer.value]));
}

function inverted(
  dcg: ReadonlyMap<string, number>,
  ndcg: ReadonlyMap<string, number>,
): readonly (readonly [better: string, worse: string])[] {
  const policies = [...dcg.keys()].filter((policy) => ndcg.has(policy));
  return policies.flatMap((a) =>
    policies
      .filter(
        (b) => (dcg.get(a) ?? 0) > (dcg.get(b) ?? 0) && (ndcg.get(a) ?? 0) < (ndcg.get(b) ?? 0),
      )
      .map((b) => [a, b] as const),
  );
}

const found = (feed: string | null, reward: string, a: string, b: string): Diagnosis =>
  diagnosis(of, {
    policy: a,
    reward,
    feed,
    estimator: "ndcg",
    severity: "watch",
    consequence: `By dcg ${a} earns more ${reward} than ${b}; ndcg orders them the other way round.`,
    remedy: "Follow dcg: it estimates the reward, nDCG does not.",
    facts: { better: a, worse: b },
  });
