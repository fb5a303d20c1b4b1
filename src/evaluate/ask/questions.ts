import { isReason, type Reason } from "../../errors.js";
import type {
  Component,
  CurveView,
  Estimand,
  Estimator,
  EstimatorRequest,
  Formula,
  PolicyView,
} from "../../estimators/estimator.js";
import type { CurveByFeed } from "../../exposure/curve-spec.js";
import { trustView } from "../../exposure/trust-view.js";
import type { BoundLog } from "../../log/bind.js";
import type { Summary } from "../../log/summary.js";
import { bigint, type Expression, lookup, minus, plus } from "../../sql/expression.js";
import { membersOf } from "../../study/members.js";
import type { Study } from "../../study/study.js";
import { type FingerprintOf, fingerprintOf } from "../../tally/columns.js";
import { hasFittedCurves } from "../curves/curve-requests.js";
import type { LoggerSizes } from "./loggers.js";
import { correctedFormula, type Sampling, samplingOf } from "./sampling.js";
import { diagnosticsOf, refusedForViews } from "./unknown-views.js";
import { curveViewOf, type Views, viewsOf } from "./views.js";
import { withWaysOut } from "./ways-out.js";

/** One question of a study with its formula, or the reason why it has none. */
export interface Question {
  readonly policy: PolicyView;
  readonly estimator: Estimator;
  readonly request: EstimatorRequest;
  readonly reward: string;
  readonly estimand: Estimand;
  readonly formula: Formula | Reason;
}

/** All that a study asks of a log, once its curves are known: built once, for the engine and for the results. */
export interface Questions {
  readonly study: Study;
  readonly log: BoundLog;
  readonly curve: CurveByFeed | undefined;
  readonly views: Views;
  readonly all: readonly Question[];
  readonly fingerprintOf: FingerprintOf;
  /** Of a log of which a part was kept. */
  readonly sampling?: Sampling | undefined;
}

/** The questions of a study on a log with these curves, and with the sizes of its logging policies where they are added up. */
export function questionsOf(
  study: Study,
  log: BoundLog,
  summary: Summary,
  curve: CurveByFeed | undefined,
  sizes?: LoggerSizes,
): Questions {
  const curveView = curve && curveViewOf(log, summary, curve);
  const view = hasFittedCurves(study.exposure) ? curveView && withoutKnown(curveView) : curveView;
  const views = ofStudy(viewsOf(log, summary, view, sizes), study);
  const sampling = samplingOf(log, summary);
  const all = allOf(study, views, sampling);
  const ofLog: FingerprintOf = (component) => fingerprintOf(log, component);
  return { study, log, curve, views, all, fingerprintOf: ofLog, sampling };
}

/** What the study says of the log: how far users trust the ranker, and which estimators weigh it in ways of their own. */
function ofStudy(views: Views, study: Study): Views {
  const { trust } = study.exposure;
  const names = new Set(study.estimators.map(({ name }) => name));
  const weighing = membersOf(study).estimators.filter(
    ({ name, ownWeight }) => ownWeight !== undefined && names.has(name),
  );
  const said = trust === undefined || "fallsBy" in trust ? {} : { trust: trustView(trust) };
  return { ...views, log: { ...views.log, ...said, weighing } };
}

/** A curve that a log taught, whose number of views is itself an estimate. */
function withoutKnown({ known: _, ...curve }: CurveView): CurveView {
  return curve;
}

export const componentsOf = ({
  study,
  all,
  views,
  sampling,
}: Pick<Questions, "study" | "all" | "views" | "sampling">): readonly Component[] => [
  ...all.flatMap(({ formula }) => ("code" in formula ? [] : formula.components)),
  ...watchedIn(study, views).map((component) => sampling?.weighed(component) ?? component),
  ...(sampling === undefined ? [] : [sampling.standingFor]),
];

/** What a study would have added up, before its curves are fitted: enough to count different sums. */
export function componentsBeforeFit(
  study: Study,
  log: BoundLog,
  summary: Summary,
): readonly Component[] {
  const views = ofStudy(viewsOf(log, summary, unfittedCurve), study);
  const sampling = samplingOf(log, summary);
  return componentsOf({ study, views, all: allOf(study, views, sampling), sampling });
}

/** Every policy × estimator × reward × estimand of a study for which the question arises. */
function allOf(study: Study, views: Views, sampling: Sampling | undefined): readonly Question[] {
  const compared = views.policies.find(({ name }) => name === study.baseline);
  const baseline = compared === undefined ? {} : { baseline: compared };
  return study.estimators.flatMap((request) => {
    const estimator = membersOf(study).estimators.find(({ name }) => name === request.name);
    if (estimator === undefined) return [];
    return views.policies.flatMap((policy) =>
      views.rewards.flatMap((reward) =>
        study.estimands.flatMap((estimand) => {
          const { parameters } = request;
          const question = { log: views.log, policy, ...baseline, reward, parameters, estimand };
          const formula = estimator.formula(question);
          if (formula === undefined) return [];
          const answer = isReason(formula)
            ? withWaysOut(formula)
            : (refusedForViews(study, estimator.name, question, formula) ??
              correctedFormula(formula, sampling));
          return [{ policy, estimator, request, reward: reward.name, estimand, formula: answer }];
        }),
      ),
    );
  });
}

const watchedIn = (study: Study, { log, policies }: Views): readonly Component[] =>
  policies.flatMap((policy) =>
    diagnosticsOf(study).flatMap((diagnostic) => diagnostic.components?.(log, policy) ?? []),
  );

/**
 * A curve that is yet to be fitted: look-ups by name in tables that hold nothing. What is built from it
 * counts the different sums of a study, and is never added up.
 */
const unfittedCurve: CurveView = {
  at: probabilityAt,
  inverseAt: (rank, clip) => lookup(`min(${clip},1/p)`, [], rank),
  nthLargest: probabilityAt,
  nthSmallest: (i, listLength) =>
    listLength === undefined
      ? lookup("p backwards", [], i)
      : probabilityAt(minus(plus(listLength, bigint(1n)), i)),
};

function probabilityAt(rank: Expression): Expression {
  return lookup("p", [], rank);
}
