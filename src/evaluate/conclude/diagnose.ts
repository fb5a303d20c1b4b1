import type {
  AnsweredRow,
  DecidingComparison,
  Diagnosis,
  Diagnostic,
  OnlineRow,
  PolicyScope,
} from "../../diagnostics/index.js";
import { InternalError } from "../../errors.js";
import type { Estimand, EstimatorRole } from "../../estimators/estimator.js";
import { mayDecide } from "../../estimators/may-decide.js";
import type { Inference } from "../../inference/inference.js";
import type { OnlineReward } from "../about.js";
import { label } from "../ask/label.js";
import type { Views } from "../ask/views.js";
import type { Contrast } from "./difference-rows.js";
import type { AnsweredQuestion, ScopeReader } from "./scope-reader.js";

export interface DiagnosticInputs {
  readonly diagnostics: readonly Diagnostic[];
  readonly reader: ScopeReader;
  readonly views: Views;
  /** The estimand that gives the verdict. */
  readonly estimand: Estimand;
  readonly baseline: string;
  readonly inference: Inference;
  readonly answered: readonly AnsweredQuestion[];
  readonly compared: readonly Contrast[];
  readonly comparisons: readonly DecidingComparison[];
  readonly isExamined: (policy: string) => boolean;
  readonly online: readonly OnlineReward[];
  /** Lifts that the study gives instead of what was earned. */
  readonly lifts: readonly OnlineRow[];
}

export function diagnose(examined: DiagnosticInputs): readonly Diagnosis[] {
  const { diagnostics, reader, views, inference, baseline } = examined;
  const { feed } = reader.key;
  const ofPolicies = diagnostics.flatMap((diagnostic) =>
    views.policies.flatMap((policy) =>
      diagnosePolicy(diagnostic, {
        policy,
        log: views.log,
        feed,
        inference,
        isExamined: examined.isExamined(policy.name),
        total: reader.total,
        largest: reader.largest,
        answer: reader.of,
      }),
    ),
  );
  const ofEstimand = examined.answered.filter(({ estimand }) => estimand === examined.estimand);
  const estimates = ofEstimand.flatMap((row) => asRow(row, row.answer));
  const differences = examined.compared
    .filter(({ answered }) => answered.estimand === examined.estimand)
    .filter(({ answered }) => answered.estimator.role(answered.request.parameters) === "reward")
    .flatMap(({ answered, answer }) => asRow(answered, answer));
  const online = [
    ...examined.online.filter((row) => row.feed === feed && row.estimand === examined.estimand),
    ...(feed === null ? examined.lifts : []),
  ];
  const { comparisons } = examined;
  const scope = { feed, baseline, inference, estimates, differences, comparisons, online };
  const ofResults = diagnostics.flatMap(({ ofResult }) => ofResult?.(scope) ?? []);
  return [...ofPolicies, ...ofResults];
}

/** A sum that the tally does not hold is named with the diagnostic that asked for it. */
function diagnosePolicy({ code, ofPolicy }: Diagnostic, scope: PolicyScope): readonly Diagnosis[] {
  try {
    return ofPolicy?.(scope) ?? [];
  } catch (cause) {
    throw cause instanceof InternalError ? askedBy(code, scope.policy.name, cause) : cause;
  }
}

function askedBy(code: string, policy: string, cause: InternalError): InternalError {
  const message = `The diagnostic ${code} of policy "${policy}": ${cause.message}`;
  return new InternalError(message, { diagnostic: code }, { cause });
}

/** What the policy earns, as observed or estimated: not clipped, and not a score. */
const rewardRoles: readonly EstimatorRole[] = ["observed", "reward", "modelledReward"];

function asRow(row: AnsweredQuestion, answer: AnsweredQuestion["answer"]): readonly AnsweredRow[] {
  if ("code" in answer) return [];
  return [
    {
      policy: row.policy.name,
      estimator: row.request.name,
      metric: row.estimator.metric,
      label: label(row.request),
      reward: row.reward,
      feed: row.scope.feed,
      answer,
      usable: row.usable,
      isReward: rewardRoles.includes(row.estimator.role(row.request.parameters)),
      assumptions: row.estimator.assumptions,
      mayDecide: mayDecide(row.estimator, row.request.parameters),
    },
  ];
}
