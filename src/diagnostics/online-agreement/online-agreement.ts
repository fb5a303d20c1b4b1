import {
  defaultInterval,
  independentDifference,
  intervalBy,
  standardError,
} from "../../inference/index.js";
import {
  type AnsweredRow,
  type Diagnosis,
  type Diagnostic,
  diagnosis,
  type OnlineRow,
  type ResultScope,
  type Severity,
} from "../diagnostic.js";
import { thresholds } from "../thresholds.js";

const of = {
  code: "onlineAgreement",
  assumption: "the estimate is what the policy earns",
  thresholds: thresholds.onlineAgreement,
} as const;

/**
 * Where a policy's real reward is known (`online`), the estimate minus that reward, the two logs being
 * independent: the one test that looks at all assumptions at once.
 * See docs/methods.md, "Online agreement".
 */
export const onlineAgreement: Diagnostic = {
  ...of,
  purpose: "whether an estimate agrees with what the policy really earned",
  ofResult: (scope) =>
    scope.online.flatMap((online) => {
      const row = decidingRow(scope, online);
      return row === undefined ? [] : [compared(scope, online, row)];
    }),
};

/** The estimate by the estimator that decides about this policy and reward. */
function decidingRow(scope: ResultScope, { policy, reward }: OnlineRow): AnsweredRow | undefined {
  const same = (row: AnsweredRow): boolean => row.policy === policy && row.reward === reward;
  const label = scope.differences.find(same)?.label;
  return scope.estimates.find((row) => same(row) && row.label === label);
}

const words: Readonly<Record<Severity, string>> = {
  fail: "they disagree",
  watch: "more than chance often brings",
  ok: "they agree",
  inconclusive: "compatible, and not precise enough to say more",
};

const findAssumption =
  "Find the assumption that fails (support, curve, logged exposures) before trusting other policies on this log; if neither is precise, log more.";

const remedies: Readonly<Record<Severity, string>> = {
  fail: findAssumption,
  watch: findAssumption,
  ok: "Nothing to do: one policy that agrees is evidence for this log, not a proof for others.",
  inconclusive:
    "Neither a confirmation nor a contradiction: a longer test or more of the log tells more.",
};

function severityOf(z: number, inside: boolean): Severity {
  const { failAt, watchAt } = thresholds.onlineAgreement;
  if (z > failAt) return "fail";
  if (inside) return "ok";
  return z > watchAt ? "watch" : "inconclusive";
}

function compared(scope: ResultScope, online: OnlineRow, row: AnsweredRow): Diagnosis {
  const offline = { value: row.answer.value, se: standardError(row.answer) };
  const { value, se } = independentDifference(online, offline);
  const z = se === 0 ? 0 : value / se;
  const statistic = { value, se, degreesOfFreedom: Infinity };
  const { confidence } = scope.inference;
  const margin = Math.max(...defaultInterval.margins(statistic, confidence));
  const interval = intervalBy(defaultInterval, statistic, confidence);
  const { tolerance } = thresholds.onlineAgreement;
  const allowed = tolerance * Math.abs(online.value);
  const inside = Math.abs(value) + margin <= allowed;
  const severity = severityOf(Math.abs(z), inside);
  return diagnosis(of, {
    policy: row.policy,
    reward: row.reward,
    feed: scope.feed,
    statistic: z,
    effect: value,
    interval,
    severity,
    consequence: `By ${row.label} ${row.policy} would have earned ${offline.value.toPrecision(3)} ${row.reward}, and it really earned ${online.value.toPrecision(3)}: ${Math.abs(z).toPrecision(2)} combined standard errors apart; ${words[severity]}.`,
    remedy: remedies[severity],
    facts: { offline: offline.value, online: online.value, z },
  });
}
