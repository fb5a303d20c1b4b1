import type { LogView, PolicyView, RewardView } from "../../estimators/estimator.js";
import { curveView, type Within } from "../../exposure/curve-view.js";
import {
  type BoundLog,
  type BoundPolicy,
  canonical,
  LOGGED,
  type Summary,
  summaryOf,
} from "../../log/index.js";
import { double } from "../../sql/index.js";
import type { Exposure } from "../curves/exposure.js";

/** The log, its policies and its rewards as estimators see them: expressions, no rows. */
export interface Views {
  readonly log: LogView;
  readonly policies: readonly PolicyView[];
  readonly rewards: readonly RewardView[];
}

/** Builds the views; curves are tabulated up to the deepest rank that the survey met. */
export function viewsOf(log: BoundLog, exposure: Exposure, summary: Summary): Views {
  const depth = deepestRank(log, summary);
  const { curve } = exposure;
  const within: Within = (rank, length) => {
    if (rank.kind !== "column") return false;
    const { values, range } = summaryOf(summary, rank.name);
    return values === summary.rows && range !== undefined && range[1] <= length;
  };
  const policies = log.policies
    .map((policy, i) => policyView(log, policy, i))
    .filter(({ rank, exposure: given }) => rank !== undefined || given !== undefined);
  return {
    log: {
      rank: log.spec.rank === undefined ? undefined : canonical.rank,
      exposure: log.exposure === undefined ? undefined : canonical.exposure,
      curve: curve === undefined ? undefined : curveView(log, curve, depth, within),
      log2: curveView(log, { every: { model: "log2", parameters: {} } }, depth, within),
      listLength: log.spec.listLength === undefined ? undefined : canonical.listLength,
    },
    policies: [loggedView(log), ...policies],
    rewards: log.rewards.map(({ name }, i) => ({
      name,
      value: canonical.reward(i),
      mayBeNegative: (summaryOf(summary, `h_reward_${i}`).range?.[0] ?? 0) < 0,
    })),
  };
}

/** The deepest displayed rank, target rank or list length of the log. */
export function deepestRank(log: BoundLog, summary: Summary): number {
  const columns = ["h_rank", "h_length", ...log.policies.map((_, i) => `h_rank_${i}`)];
  return columns.reduce(
    (most, column) => Math.max(most, summaryOf(summary, column).range?.[1] ?? 1),
    1,
  );
}

const loggedView = (log: BoundLog): PolicyView => ({
  name: LOGGED,
  isLogged: true,
  rank: log.spec.rank === undefined ? undefined : canonical.rank,
  exposure: undefined,
});

function policyView(log: BoundLog, policy: BoundPolicy, i: number): PolicyView {
  const { name, rank, score, exposure } = policy;
  const sameRank = rank !== undefined && rank === log.spec.rank;
  const sameExposure = rank === undefined && exposure !== undefined && exposure === log.exposure;
  if (sameRank || sameExposure) return { ...loggedView(log), name };
  return {
    name,
    isLogged: false,
    rank: rank === undefined && score === undefined ? undefined : canonical.targetRank(i),
    exposure: exposureView(exposure, i),
  };
}

function exposureView(exposure: string | number | undefined, i: number): PolicyView["exposure"] {
  if (exposure === undefined) return undefined;
  return typeof exposure === "number" ? double(exposure) : canonical.targetExposure(i);
}
