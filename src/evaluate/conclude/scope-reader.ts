import type { Reason } from "../../errors.js";
import type { Component, Functional } from "../../estimators/estimator.js";
import {
  estimateIn,
  type PointEstimate,
  type Scope,
  type ScopeKey,
  scopeOf,
} from "../../inference/index.js";
import type { Tally } from "../../tally/index.js";
import type { FingerprintOf } from "../ask/fingerprints.js";
import type { Question } from "../ask/questions.js";
import type { Sampling } from "../ask/sampling.js";
import type { PropagateCurveError } from "../curves/propagate.js";
import type { LargestReward } from "../survey/largest-rewards.js";
import { roundingRefusal } from "./rounding.js";

/** A question answered in one scope. */
export interface AnsweredQuestion extends Question {
  readonly scope: ScopeKey;
  readonly answer: PointEstimate | Reason;
  /** Trajectories that the estimator could use, where it skips some. */
  readonly usable: number | null;
  /** The largest value of its reward, where the log has some that reach far. */
  readonly largest?: LargestReward | undefined;
}

/** What a tally can answer in one scope: formulas by the delta method, sums and largest values. */
export interface ScopeReader {
  readonly key: ScopeKey;
  readonly scope: Scope;
  readonly of: (components: readonly Component[], plugIn: Functional) => PointEstimate | Reason;
  readonly total: (component: Component) => number;
  readonly largest: (component: Component) => number;
}

/**
 * Opens a scope of a tally for questions; `inPairs` gives totals that only tables of pairs hold,
 * `propagated` adds the errors of fitted curves, `sampling` corrects for what was not kept.
 */
export function readScope(
  tally: Tally,
  fingerprintOf: FingerprintOf,
  key: ScopeKey,
  inPairs: (component: Component, key: ScopeKey) => readonly number[],
  propagated: (scope: Scope, key: ScopeKey) => PropagateCurveError,
  sampling?: Sampling,
): ScopeReader {
  const scope = scopeOf(tally, key, sampling && fingerprintOf(sampling.standingFor));
  const weighed = (component: Component): Component => sampling?.weighed(component) ?? component;
  const propagate = propagated(scope, key);
  const values = (given: Component): Float64Array => {
    const component = weighed(given);
    const column = scope.table.columns[fingerprintOf(component)];
    if (column === undefined) return Float64Array.from(inPairs(component, key));
    return Float64Array.from(scope.rows, (row) => (column.hi[row] ?? 0) + (column.lo?.[row] ?? 0));
  };
  return {
    key,
    scope,
    of: (given, plugIn) => {
      const components = given.map(weighed);
      const found = estimateIn(scope, components.map(fingerprintOf), plugIn);
      return "code" in found ? found : propagate(found, components);
    },
    total: (component) => values(component).reduce((a, b) => a + b, 0),
    largest: (component) => values(component).reduce((a, b) => Math.max(a, b), 0),
  };
}

/** ScopeReader every question of a study in one scope. */
export function answerQuestions(
  reader: ScopeReader,
  asked: readonly Question[],
  far: readonly LargestReward[] = [],
): readonly AnsweredQuestion[] {
  return asked.map((question) => {
    const { formula } = question;
    if ("code" in formula) {
      return { ...question, scope: reader.key, answer: formula, usable: null };
    }
    const found = reader.of(formula.components, formula.plugIn);
    const largest = far.find(({ reward }) => reward === question.reward);
    return {
      ...question,
      scope: reader.key,
      answer: "code" in found ? found : (roundingRefusal(found, largest) ?? found),
      usable: usableOf(found, formula.usable, reader.scope.further),
      largest,
    };
  });
}

/** Usable trajectories, less those of a session in further feeds: the others of its n are skipped. */
function usableOf(
  found: PointEstimate | Reason,
  index: number | undefined,
  further: number,
): number | null {
  if ("code" in found || index === undefined) return null;
  return Math.round((found.means[index] ?? 0) * found.n) - further;
}
