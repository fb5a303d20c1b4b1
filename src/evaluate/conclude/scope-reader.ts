import { isReason, type Reason } from "../../errors.js";
import { combinationOf } from "../../estimators/combination.js";
import type { Component, Formula, Functional } from "../../estimators/estimator.js";
import { estimateIn, type PointEstimate } from "../../inference/delta.js";
import { leastVariance, withFoldWeights } from "../../inference/least-variance.js";
import {
  allFeeds,
  isPerSession,
  type Scope,
  type ScopeKey,
  scopeOf,
} from "../../inference/scope.js";
import type { FingerprintOf } from "../../tally/columns.js";
import type { Tally } from "../../tally/tally.js";
import { clustersOf } from "../about.js";
import type { Question } from "../ask/questions.js";
import type { Sampling } from "../ask/sampling.js";
import type { PropagateCurveError } from "../curves/propagate.js";
import type { LargestReward } from "../survey/largest-rewards.js";
import type { OpenTally } from "./open-tally.js";
import { roundingRefusal } from "./rounding.js";

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
  /** The same of means per list: a session in several feeds counts once in each of them. */
  readonly ofLists: ScopeReader["of"];
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
  const scopeAt = (of: ScopeKey): Scope =>
    scopeOf(tally, of, sampling && fingerprintOf(sampling.standingFor));
  const scope = scopeAt(key);
  const weighed = (component: Component): Component => sampling?.weighed(component) ?? component;
  const reading = (part: Scope, ownKey: ScopeKey): ScopeReader["of"] => {
    const propagate = propagated(part, ownKey);
    return (list, plugIn) => {
      const components = list.map(weighed);
      const estimate = estimateIn(part, components.map(fingerprintOf), plugIn);
      return "code" in estimate ? estimate : propagate(estimate, components);
    };
  };
  const of = reading(scope, key);
  const lists: ScopeKey = { ...key, perList: true };
  const values = (bare: Component): Float64Array => {
    const component = weighed(bare);
    const column = scope.table.columns[fingerprintOf(component)];
    if (column === undefined) return Float64Array.from(inPairs(component, key));
    return Float64Array.from(scope.rows, (row) => (column.hi[row] ?? 0) + (column.lo?.[row] ?? 0));
  };
  return {
    key,
    scope,
    of,
    ofLists: isPerSession(tally, key) ? reading(scopeAt(lists), lists) : of,
    total: (component) => values(component).reduce((a, b) => a + b, 0),
    largest: (component) => values(component).reduce((a, b) => Math.max(a, b), 0),
  };
}

export const answerQuestions = (
  reader: ScopeReader,
  questions: readonly Question[],
): readonly AnsweredQuestion[] => questions.map((question) => answerQuestion(reader, question));

export function answerQuestion(
  reader: ScopeReader,
  question: Question,
  far: readonly LargestReward[] = [],
): AnsweredQuestion {
  const { formula } = question;
  if ("code" in formula) {
    return { ...question, scope: reader.key, answer: formula, usable: null };
  }
  const read = isOfLists(question, formula) ? reader.ofLists : reader.of;
  const answer = combinedOr(read, formula);
  const largest = far.find(({ reward }) => reward === question.reward);
  return {
    ...question,
    scope: reader.key,
    answer: "code" in answer ? answer : (roundingRefusal(answer, largest) ?? answer),
    usable: usableOf(answer, formula.usable),
    largest,
  };
}

/** The answer of a formula; of several that are combined the one by the weights of least variance. */
function combinedOr(
  read: ScopeReader["of"],
  { parts, components, plugIn }: Formula,
): PointEstimate | Reason {
  if (parts === undefined) return read(components, plugIn);
  const estimates: PointEstimate[] = [];
  for (const part of parts) {
    const estimate = read(part.components, part.plugIn);
    if (isReason(estimate)) return estimate;
    estimates.push(estimate);
  }
  const weights = leastVariance(estimates);
  if (isReason(weights)) return weights;
  const combined = read(components, combinationOf(parts, weights.mean).plugIn);
  return isReason(combined) ? combined : withFoldWeights(combined, estimates, weights);
}

/** Scores are means over lists, some of which may be skipped: those of a session are not added up. */
const isOfLists = ({ estimator, request }: Question, { usable }: Formula): boolean =>
  usable !== undefined || estimator.role(request.parameters) === "score";

function usableOf(answer: PointEstimate | Reason, index: number | undefined): number | null {
  if ("code" in answer || index === undefined) return null;
  return Math.round((answer.means[index] ?? 0) * answer.n);
}

/** Clusters of a scope: buckets where these are exact, trajectories where no user is named. */
export function clustersIn(
  { tally, questions: { log } }: OpenTally,
  { key, scope }: ScopeReader,
): number | null {
  if (tally.buckets.kind === "exact") return scope.buckets;
  if (log.spec.user === undefined) return scope.kept;
  return clustersOf(tally.clusters, key.feed === allFeeds ? null : key.feed, key.day);
}
