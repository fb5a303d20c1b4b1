import type { Diagnosis } from "../../diagnostics/index.js";
import type { BoundReward } from "../../log/bind.js";
import { LOGGED } from "../../log/log-spec.js";
import type { Study } from "../../study/study.js";
import type { VerdictComparison } from "./comparisons/verdict-comparisons.js";
import type { Answered, DifferenceRow } from "./result.js";

export interface Evidence {
  readonly study: Study;
  readonly baseline: string;
  readonly policies: readonly string[];
  readonly rewards: readonly BoundReward[];
  readonly feeds: readonly (string | null)[];
  /** Differences over all days. */
  readonly differences: readonly Answered<DifferenceRow>[];
  readonly comparisons: readonly VerdictComparison[];
  readonly diagnoses: readonly Diagnosis[];
  /** Trajectories that were left out because they break a rule. */
  readonly excluded: number;
}

export interface ComparisonPlace {
  readonly policy: string;
  readonly reward: string;
  readonly feed: string | null;
}

export const isAt = (
  comparisonPlace: ComparisonPlace,
  { policy, reward, feed }: ComparisonPlace,
): boolean =>
  comparisonPlace.policy === policy &&
  comparisonPlace.reward === reward &&
  comparisonPlace.feed === feed;

/** The comparisons of a study: every candidate, reward and feed. The policy `logged` is not a candidate. */
export const placesOf = ({
  policies,
  baseline,
  rewards,
  feeds,
}: Pick<Evidence, "policies" | "baseline" | "rewards" | "feeds">): readonly ComparisonPlace[] =>
  policies
    .filter((name) => name !== baseline && name !== LOGGED)
    .flatMap((policy) =>
      rewards.flatMap(({ name: reward }) => feeds.map((feed) => ({ policy, reward, feed }))),
    );
