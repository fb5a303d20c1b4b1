import type { Reason } from "../../errors.js";
import {
  type HeldLifts,
  holdLifts,
  type LiftAgreement,
  type LiftOnce,
  liftOfArms,
  liftWithError,
} from "../../inference/lift-agreement.js";
import { LOGGED } from "../../log/log-spec.js";
import { showPercent } from "../../numeric/show-number.js";
import {
  type DecidingComparison,
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
 * Where a test knows by which share a policy earned more than the baseline (`online`), that lift against the one that
 * the verdict rests on, with both errors: the one test that looks at all assumptions at once.
 * See docs/methods.md, "Online agreement".
 */
export const onlineAgreement: Diagnostic = {
  ...of,
  purpose: "whether a lift agrees with the lift that an online test measured",
  ofResult: (scope) =>
    scope.online.flatMap((online) => {
      const comparison = scope.comparisons.find((decidingComparison) =>
        isOf(decidingComparison, online),
      );
      return comparison === undefined ? [] : [diagnosisOf(scope, online, comparison)];
    }),
};

const isOf = (one: OnlineRow | DecidingComparison, { policy, reward }: OnlineRow): boolean =>
  one.policy === policy && one.reward === reward;

function diagnosisOf(
  scope: ResultScope,
  online: OnlineRow,
  comparison: DecidingComparison,
): Diagnosis {
  const lift = liftOf(scope, online, comparison);
  if (lift === undefined) return ofOneArm(scope, online);
  return "none" in comparison.lift
    ? withoutLift(scope, online, lift, comparison.lift.none)
    : compared(scope, online, comparison, lift, comparison.lift);
}

/** As given, or of both arms: the log is the control arm where the policy that wrote it is the baseline. */
function liftOf(
  { baseline, online: all }: ResultScope,
  online: OnlineRow,
  { base, level }: DecidingComparison,
): LiftOnce | undefined {
  if (online.isLift) return liftWithError(online.value, online.se, level);
  const { reward } = online;
  const control =
    baseline === LOGGED
      ? base
      : all.find(
          (onlineRow) =>
            !onlineRow.isLift && isOf(onlineRow, { ...online, policy: baseline, reward }),
        );
  return control === undefined || control.value === 0
    ? undefined
    : liftOfArms(online, control, level);
}

const named = ({ feed }: ResultScope, { reward }: OnlineRow): string =>
  feed === null ? reward : `${reward}, ${feed}`;

const common = ({ feed }: ResultScope, { policy, reward }: OnlineRow) => ({ policy, reward, feed });

/** A level moves with days and users: of one arm alone it says nothing of a policy. */
function ofOneArm(scope: ResultScope, online: OnlineRow): Diagnosis {
  const { policy, reward, value } = online;
  const { baseline } = scope;
  return diagnosis(of, {
    ...common(scope, online),
    severity: "inconclusive",
    consequence: `${policy} (${named(scope, online)}) earned ${value.toPrecision(3)} online, the level of one arm. Without what ${baseline} earned in the same test there is no online lift to compare with, and levels are not compared.`,
    remedy: `Name what ${baseline} earned in that test (policies.${baseline}.online), or the lift: policies.${policy}.online: { ${reward}: { lift: 0.03, se: 0.01 } }.`,
    facts: { online: null, level: value },
  });
}

const withoutLift = (
  scope: ResultScope,
  online: OnlineRow,
  lift: LiftOnce,
  none: Reason,
): Diagnosis =>
  diagnosis(of, {
    ...common(scope, online),
    severity: "inconclusive",
    consequence: `${online.policy} (${named(scope, online)}) earned ${shown(lift)} online against ${scope.baseline}, and this log gives no lift to compare with.`,
    remedy: none.message,
    facts: { online: lift.value },
  });

function compared(
  scope: ResultScope,
  online: OnlineRow,
  comparison: DecidingComparison,
  lift: LiftOnce,
  offline: LiftOnce,
): Diagnosis {
  const { level, better, margin } = comparison;
  const sign = better === "lower" ? -1 : 1;
  const match = holdLifts(offline, lift, { level, margin, sign });
  const severity = severityOf(match);
  const { agreement } = match;
  const size = Number.isFinite(match.apart) ? match.apart : null;
  return diagnosis(of, {
    ...common(scope, online),
    statistic: size,
    effect: offline.value - lift.value,
    interval: match.gap,
    severity,
    consequence: `${online.policy} (${named(scope, online)}) earned ${shown(lift)} online against ${scope.baseline}, and ${shown(offline)} offline: ${wordsOf(agreement, severity, size)}.`,
    remedy: remedyOf(agreement, severity),
    facts: {
      ...{ agreement, gap: size, online: lift.value, onlineInterval: lift.interval },
      ...{ offline: offline.value, offlineSet: offline.set ?? null },
      offlineInterval: offline.interval,
    },
  });
}

/** The same verdict with another size, or a gap that chance makes in one of 20 logs, refuses nothing. */
function severityOf({ agreement, isGap, isFar }: HeldLifts): Severity {
  if (agreement === "disagree") return "fail";
  if (agreement === "agree") return isFar ? "watch" : "ok";
  return isGap ? "watch" : "inconclusive";
}

function wordsOf(agreement: LiftAgreement, severity: Severity, apart: number | null): string {
  const far = apart === null ? "" : `, ${apart.toPrecision(2)} standard errors of both apart`;
  if (severity === "ok") return "they agree";
  if (severity === "inconclusive") return "compatible, but too imprecise to confirm each other";
  if (agreement === "agree") return `the same verdict, but a different size${far}`;
  return severity === "fail"
    ? `they disagree${far}`
    : `further apart than chance usually explains${far}`;
}

function remedyOf(agreement: LiftAgreement, severity: Severity): string {
  if (severity === "ok") {
    return "Nothing to do: one policy that agrees is evidence for this log, not proof for others.";
  }
  if (severity === "inconclusive") {
    return "Neither a confirmation nor a contradiction: run a longer test, or use more of the log.";
  }
  const size = agreement === "agree" ? "The verdict stands, its size does not. " : "";
  return `${size}Find the assumption that fails (support, curve, logged exposures) before trusting other policies on this log. If the test covered other days or users than the log, give its lift: online: { <reward>: { lift: …, se: … } }.`;
}

/** "+3.10 % [+2.40 %, +3.80 %]", of a set "+3.10 % to +9.40 % [+2.40 %, +10.3 %]". */
function shown({ value, set, interval }: LiftOnce): string {
  const number = set === undefined ? showPercent(value) : set.map(showPercent).join(" to ");
  return `${number} [${interval.map(showPercent).join(", ")}]`;
}
