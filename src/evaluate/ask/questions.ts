import { diagnostics } from "../../diagnostics/index.js";
import type { Reason } from "../../errors.js";
import type {
  Component,
  Estimand,
  Estimator,
  EstimatorRequest,
  Formula,
  PolicyView,
} from "../../estimators/estimator.js";
import { findEstimator } from "../../estimators/index.js";
import type { Study } from "../../study/index.js";
import type { Views } from "./views.js";

/** One question of a study with its formula, or the reason why it has none. */
export interface Asked {
  readonly policy: PolicyView;
  readonly estimator: Estimator;
  readonly request: EstimatorRequest;
  readonly reward: string;
  readonly estimand: Estimand;
  readonly formula: Formula | Reason;
}

/** Every policy × estimator × reward × estimand of a study for which the question arises. */
export function questionsOf(study: Study, views: Views): readonly Asked[] {
  return study.estimators.flatMap((request) => {
    const estimator = findEstimator(request.name);
    if (estimator === undefined) return [];
    return views.policies.flatMap((policy) =>
      views.rewards.flatMap((reward) =>
        study.estimands.flatMap((estimand) => {
          const { parameters } = request;
          const formula = estimator.formula({
            log: views.log,
            policy,
            reward,
            parameters,
            estimand,
          });
          if (formula === undefined) return [];
          return [{ policy, estimator, request, reward: reward.name, estimand, formula }];
        }),
      ),
    );
  });
}

/** What the engine must add up for the questions and for the diagnostics. */
export function componentsOf(asked: readonly Asked[], views: Views): readonly Component[] {
  const wanted = asked.flatMap(({ formula }) => ("code" in formula ? [] : formula.components));
  const watched = views.policies.flatMap((policy) =>
    diagnostics.flatMap((diagnostic) => diagnostic.components?.(views.log, policy) ?? []),
  );
  return [...wanted, ...watched];
}
