import type { CurveView, LogView, PolicyView, RewardView } from "../../estimators/estimator.js";
import type { CurveByFeed } from "../../exposure/curve-spec.js";
import { curveView, type Within } from "../../exposure/curve-view.js";
import { discount } from "../../exposure/index.js";
import type { BoundLog, BoundPolicy } from "../../log/bind.js";
import { candidatesKnown } from "../../log/candidates/candidates.js";
import { canonical, isWholeColumn } from "../../log/canonical.js";
import { LOGGED } from "../../log/log-spec.js";
import { rangeOf, type Summary, summaryOf } from "../../log/summary.js";
import { apply, bigint, caseWhen, double, type Expression, equal } from "../../sql/expression.js";
import { deepestOnCurve } from "../survey/deepest-rank.js";
import { type LoggerSizes, loggersView } from "./loggers.js";

/** The log, its policies and its rewards as estimators see them: expressions, no rows. */
export interface Views {
  readonly log: LogView;
  readonly policies: readonly PolicyView[];
  readonly rewards: readonly RewardView[];
}

export function viewsOf(
  log: BoundLog,
  summary: Summary,
  curve: CurveView | undefined,
  sizes?: LoggerSizes,
): Views {
  const policies = log.policies.map((policy, i) => policyView(log, policy, i)).filter(isPlaced);
  const loggers = loggersView(log, policies, sizes);
  return {
    log: {
      ...(loggers === undefined ? {} : { loggers }),
      rank: log.spec.rank === undefined ? undefined : canonical.rank,
      exposure: log.exposure === undefined ? undefined : canonical.loggedExposure,
      curve,
      log2: curveViewOf(log, summary, discountOfRanks),
      listLength: log.spec.listLength === undefined ? undefined : canonical.listLength,
      ...candidatesView(log),
      ...(log.spec.cluster === undefined ? {} : { cluster: canonical.cluster }),
      ...listsView(log, summary),
    },
    policies: [loggedView(log), ...policies],
    rewards: log.rewards.map(({ name }, i) => ({
      name,
      value: canonical.reward(i),
      ...(log.spec.rewards[name]?.prediction === undefined
        ? {}
        : { prediction: canonical.prediction(i) }),
      ...(log.spec.rewards[name]?.remaining === undefined
        ? {}
        : { remaining: canonical.remaining(i) }),
      ...sizesOf(log, summary, i),
    })),
  };
}

function sizesOf(
  log: BoundLog,
  summary: Summary,
  reward: number,
): Pick<RewardView, "mayBeNegative" | "isFlag"> {
  const column = canonical.reward(reward);
  const { range: [low, high] = [0, Infinity] } = summaryOf(log, summary, column);
  const mayBeNegative = low < 0;
  const isFlag = !mayBeNegative && high <= 1 && isWholeColumn(log, column.name);
  return { mayBeNegative, isFlag };
}

const isPlaced = ({ rank, exposure, propensity, placement, listWeight }: PolicyView): boolean =>
  [rank, exposure, propensity, placement, listWeight].some((value) => value !== undefined);

function listsView(
  log: BoundLog,
  summary: Summary,
): Pick<LogView, "propensity" | "placement" | "deepest"> {
  const { propensity, placement, listLength, rank } = log.spec;
  const deepestOf = ({ name }: { readonly name: string }): number =>
    Math.max(1, rangeOf(log, summary, name)[1]);
  return {
    ...(propensity === undefined ? {} : { propensity: canonical.loggedPropensity }),
    ...(placement === undefined ? {} : { placement: canonical.loggedPlacement }),
    deepest: {
      view: rank === undefined ? 1 : deepestOf(canonical.rank),
      ...(listLength === undefined ? {} : { list: deepestOf(canonical.listLength) }),
    },
  };
}

function candidatesView({ spec, exposure }: BoundLog): Pick<LogView, "candidates"> {
  const candidates = candidatesKnown(spec, exposure);
  return candidates === undefined ? {} : { candidates };
}

/** The fixed discount of ranking metrics, which no curve of the log replaces. */
const discountOfRanks: CurveByFeed = { every: { model: discount.name, parameters: {} } };

/** Curves as expressions, tabulated up to the deepest rank that the survey met. */
export function curveViewOf(log: BoundLog, summary: Summary, curve: CurveByFeed): CurveView {
  const within: Within = (rank, length) => {
    if (rank.kind !== "column") return false;
    const { values, range } = summaryOf(log, summary, rank);
    return values === summary.rows && range !== undefined && range[1] <= length;
  };
  return curveView(log, curve, deepestOnCurve(log, summary), within);
}

const loggedView = (log: BoundLog): PolicyView => ({
  name: LOGGED,
  isLogged: true,
  rank: log.spec.rank === undefined ? undefined : canonical.rank,
  exposure: undefined,
});

function policyView(log: BoundLog, policy: BoundPolicy, i: number): PolicyView {
  const { name, rank, score, exposure, shows } = policy;
  const sameRank = rank !== undefined && rank === log.spec.rank && shows === undefined;
  const sameExposure = rank === undefined && exposure !== undefined && exposure === log.exposure;
  if (sameRank || sameExposure) return { ...loggedView(log), name };
  return {
    name,
    isLogged: false,
    rank: rank === undefined && score === undefined ? undefined : canonical.targetRank(i),
    exposure: exposureView(exposure, i),
    ...(policy.propensity === undefined ? {} : { propensity: canonical.targetPropensity(i) }),
    ...(policy.placement === undefined ? {} : { placement: canonical.targetPlacement(i) }),
    ...(policy.remaining === undefined ? {} : { remaining: canonical.targetRemaining(i) }),
    ...(policy.listWeight === undefined ? {} : { listWeight: canonical.listWeight(i) }),
    ...declaredViews(log, policy, i),
  };
}

/**
 * The views that a study declares of a policy: at slots that it shows they are those of the log, whose law of
 * depth does not depend on the policy; a number for each trajectory stands in its row of displayed rank 1.
 */
function declaredViews(log: BoundLog, policy: BoundPolicy, i: number): Pick<PolicyView, "views"> {
  const where = (condition: Expression, value: Expression): Expression =>
    caseWhen([{ when: condition, then: value }], double(0));
  const hasRank = log.spec.rank !== undefined;
  if (policy.shows !== undefined && hasRank) {
    const isShown = apply("<=", canonical.rank, canonical.shows(i));
    return { views: { total: where(isShown, double(1)) } };
  }
  if (policy.views === undefined) return {};
  const views = canonical.views(i);
  const isFirst = equal(canonical.rank, bigint(1n));
  return typeof policy.views === "string" && hasRank && log.spec.trajectory !== undefined
    ? { views: { total: where(isFirst, views), per: where(isFirst, double(1)) } }
    : { views: { total: views, per: double(1) } };
}

function exposureView(exposure: string | number | undefined, i: number): PolicyView["exposure"] {
  if (exposure === undefined) return undefined;
  return typeof exposure === "number" ? double(exposure) : canonical.targetExposure(i);
}
