import { reason, StudyError } from "../../errors.js";
import type { Component, EstimatorRequest } from "../../estimators/estimator.js";
import { influenceByBucket } from "../../fitting/index.js";
import { type Inference, inferenceFor, type Scope, type ScopeKey } from "../../inference/index.js";
import { type BoundLog, bindLog } from "../../log/index.js";
import type { ColumnType } from "../../sql/index.js";
import { readStudy, type Study } from "../../study/index.js";
import type { Tally } from "../../tally/index.js";
import type { About } from "../about.js";
import { type Asked, questionsOf } from "../ask/questions.js";
import { type Views, viewsOf } from "../ask/views.js";
import { slopeOfCurves } from "../curves/curve-slopes.js";
import { type Exposure, exposureWith } from "../curves/exposure.js";
import { type Estimated, estimatedIn } from "../curves/fitted-curve.js";
import { meanSlopesIn } from "../curves/mean-slopes.js";
import { type Carry, carryIn } from "../curves/propagate.js";
import { valuesInPairs } from "../curves/values-in-pairs.js";
import { type MarkOf, marksOf } from "./answers.js";

/** What may be asked anew of a tally. */
export interface ConcludeOptions {
  readonly confidence?: number;
  readonly baseline?: string;
  readonly decide?: EstimatorRequest;
  /** Name of the method that makes intervals. */
  readonly interval?: string;
  /** Name of the method that adjusts p for many comparisons. */
  readonly adjust?: string;
  /** Adds what other curves would make of the verdicts (`Result.whatIf`). */
  readonly whatIf?: boolean;
}

/** A tally with everything that it says of itself understood: questions can be answered from it. */
export interface OpenTally {
  readonly tally: Tally;
  readonly about: About;
  readonly study: Study;
  readonly inference: Inference;
  readonly log: BoundLog;
  readonly exposure: Exposure;
  readonly views: Views;
  readonly asked: readonly Asked[];
  readonly markOf: MarkOf;
  readonly estimated: readonly Estimated[];
  /** Values by pairs of ranks of a component that is in no bucket. */
  readonly inPairs: (component: Component, key: ScopeKey) => readonly number[];
  /** Adds the errors of estimated curves to the answers of a scope. */
  readonly carried: (scope: Scope, key: ScopeKey) => Carry;
}

/** Understands a tally; throws a StudyError for a baseline that it does not hold. */
export function openTally(tally: Tally, { whatIf: _, ...anew }: ConcludeOptions = {}): OpenTally {
  const about = JSON.parse(tally.about) as About;
  const study: Study = { ...readStudy(about.study), ...anew };
  const inference = inferenceFor(study);
  const columns = about.types.map(([name, type]) => ({ name, type: type as ColumnType }));
  const log = bindLog(study.log, study.policies, study.exposure.column, columns);
  const estimated = estimatedIn(tally, about.curves);
  const exposure = exposureWith(study.exposure, estimated);
  const views = viewsOf(log, exposure, about.survey.summary);
  requireBaseline(study, views);
  const asked = questionsOf(study, views);
  const markOf = marksOf(log);
  const slopeOf = slopeOfCurves(estimated.map(({ curve }) => curve));
  const slopes = meanSlopesIn(tally, log, markOf, slopeOf);
  const moving = estimated.map((each) => ({
    ...each,
    moved: influenceByBucket(each.fit, each.depths),
  }));
  const carried = (scope: Scope, key: ScopeKey): Carry => carryIn(scope, key, moving, slopes);
  const inPairs = valuesInPairs(tally, log);
  return {
    tally,
    about,
    study,
    inference,
    log,
    exposure,
    views,
    asked,
    markOf,
    estimated,
    inPairs,
    carried,
  };
}

function requireBaseline(study: Study, views: Views): void {
  const names = views.policies.map(({ name }) => name);
  if (names.includes(study.baseline)) return;
  const message = `baseline must be one of ${names.join(", ")}; it is "${study.baseline}".`;
  throw new StudyError(reason("baseline", message, { baseline: study.baseline, names }));
}
