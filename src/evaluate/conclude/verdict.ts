import type { Diagnosis } from "../../diagnostics/index.js";
import { type Reason, reason } from "../../errors.js";
import { rewardEstimators } from "../../estimators/index.js";
import { requestKey } from "../../estimators/request-key.js";
import { adjustmentTitle } from "../../inference/index.js";
import { type BoundReward, LOGGED } from "../../log/index.js";
import { membersOf, type Study } from "../../study/index.js";
import { label } from "../ask/label.js";
import type { Difference, DifferenceRow, Verdict, VerdictNumbers, VerdictWord } from "./result.js";

/** Everything that a verdict follows from. */
export interface Evidence {
  readonly study: Study;
  readonly baseline: string;
  readonly policies: readonly string[];
  readonly rewards: readonly BoundReward[];
  readonly feeds: readonly (string | null)[];
  /** Differences over all days. */
  readonly differences: readonly DifferenceRow[];
  readonly diagnoses: readonly Diagnosis[];
  /** Trajectories that were left out because they break a rule. */
  readonly excluded: number;
}

/**
 * One verdict for each candidate, reward and feed.
 * See docs/methods.md, "Verdicts".
 */
export function verdictsOf(evidence: Evidence): readonly Verdict[] {
  const candidates = evidence.policies.filter(
    (name) => name !== evidence.baseline && name !== LOGGED,
  );
  return candidates.flatMap((policy) =>
    evidence.rewards.flatMap((reward) =>
      evidence.feeds.map((feed) => verdictOf(evidence, policy, reward, feed)),
    ),
  );
}

function verdictOf(
  evidence: Evidence,
  policy: string,
  reward: BoundReward,
  feed: string | null,
): Verdict {
  const estimand = evidence.study.estimands[0] ?? "perTrajectory";
  const here = evidence.differences.filter(
    (row) =>
      row.policy === policy &&
      row.reward === reward.name &&
      row.feed === feed &&
      row.day === null &&
      row.estimand === estimand,
  );
  const deciding = here.filter((row) => decides(evidence.study, row));
  const row = deciding.find((each) => !("none" in each)) ?? deciding[0];
  const judged = withWatches(judge(evidence, row, reward, { policy, feed }), evidence, reward, {
    policy,
    feed,
  });
  return {
    policy,
    baseline: evidence.baseline,
    reward: reward.name,
    feed,
    verdict: judged.word,
    reason: withExcluded(judged.reason, evidence.excluded),
    estimator: row?.estimator ?? null,
    parameters: row?.parameters ?? null,
    estimand,
    ...numbersOf(row, 1 - evidence.study.confidence),
  };
}

function numbersOf(row: DifferenceRow | undefined, alpha: number): VerdictNumbers {
  if (row === undefined || "none" in row) return { ...noNumbers, level: alpha };
  const { value, se, buckets, p, adjusted, lift } = row;
  const { family, interval } = adjusted;
  const level = alpha / family;
  return { value, se, df: buckets - 1, interval, p, adjustedP: adjusted.p, lift, family, level };
}

const noNumbers: Omit<VerdictNumbers, "level"> = {
  value: null,
  se: null,
  df: null,
  interval: null,
  p: null,
  adjustedP: null,
  lift: null,
  family: 1,
};

/** The verdict of a policy with a `watch` says so in its own line. */
function withWatches(
  judged: Judgement,
  { diagnoses }: Evidence,
  reward: BoundReward,
  at: { readonly policy: string; readonly feed: string | null },
): Judgement {
  if (judged.word === "doNotTrust") return judged;
  const watches = diagnoses
    .filter(
      ({ severity, feed, policy }) =>
        severity === "watch" && feed === at.feed && policy === at.policy,
    )
    .filter((found) => found.estimator === null)
    .filter((found) => found.reward === null || found.reward === reward.name)
    .map(({ consequence }) => consequence);
  if (watches.length === 0) return judged;
  const { code, message, facts } = judged.reason;
  return { ...judged, reason: reason(code, [message, ...new Set(watches)].join(" "), facts) };
}

/** Nothing is left out in silence: the verdict's own line says how much. */
function withExcluded({ code, message, facts }: Reason, excluded: number): Reason {
  if (excluded === 0) return reason(code, message, facts);
  const more = `${message} ${excluded} trajectories that break a rule are left out.`;
  return reason(code, more, { ...facts, excludedTrajectories: excluded });
}

/** Whether a row's estimator may give the verdict: the one that `decide` names, else any that may. */
function decides(study: Study, row: DifferenceRow): boolean {
  const estimator = membersOf(study).estimators.find(({ name }) => name === row.estimator);
  const may = estimator?.role(row.parameters) === "reward";
  const { decide } = study;
  const own = { name: row.estimator, parameters: row.parameters };
  return may && (decide === undefined || requestKey(decide) === requestKey(own));
}

interface Judgement {
  readonly word: VerdictWord;
  readonly reason: Reason;
}

function judge(
  evidence: Evidence,
  row: DifferenceRow | undefined,
  reward: BoundReward,
  at: { readonly policy: string; readonly feed: string | null },
): Judgement {
  if (row === undefined) return { word: "cannotTell", reason: noEstimator };
  const failed = evidence.diagnoses.find(
    (found) =>
      found.severity === "fail" &&
      found.feed === at.feed &&
      (found.policy === null || found.policy === at.policy || found.policy === evidence.baseline) &&
      (found.reward === null || found.reward === reward.name),
  );
  if (failed !== undefined) {
    const why = reason(failed.code, `${failed.consequence} ${failed.remedy}`, failed.facts);
    return { word: "doNotTrust", reason: why };
  }
  if ("none" in row) return { word: "cannotTell", reason: row.none };
  return byComparison(row, reward, evidence.study.confidence);
}

/** By the adjusted interval where it agrees with the adjusted p, else by that p. */
function byComparison(row: Difference, reward: BoundReward, confidence: number): Judgement {
  const name = label({ name: row.estimator, parameters: row.parameters });
  if (row.value === 0 && row.se === 0) {
    const message = `${row.policy} and ${row.baseline} are identical on this log by ${name}.`;
    return { word: "cannotTell", reason: reason("identical", message) };
  }
  const { method, intervalBy } = row.adjusted;
  return method === intervalBy
    ? byInterval(row, name, reward)
    : byAdjustedP(row, name, reward, 1 - confidence);
}

function byInterval(row: Difference, name: string, reward: BoundReward): Judgement {
  const [lo, hi] = row.adjusted.interval;
  if (lo <= 0 && hi >= 0) {
    const message = `The adjusted interval of the difference by ${name} holds 0.`;
    return { word: "cannotTell", reason: reason("intervalHoldsZero", message, { lo, hi }) };
  }
  const better = lo > 0 === (reward.better === "higher");
  const message = `The adjusted interval of the difference by ${name} lies ${lo > 0 ? "above" : "below"} 0${reward.better === "lower" ? ", and lower is better" : ""}.`;
  const why = reason(lo > 0 ? "intervalAboveZero" : "intervalBelowZero", message, { lo, hi });
  return { word: better ? "better" : "worse", reason: why };
}

/** The method adjusts p alone: its intervals are another method's and may hold 0 where p is small. */
function byAdjustedP(row: Difference, name: string, reward: BoundReward, alpha: number): Judgement {
  const { method, family, p, interval, intervalBy } = row.adjusted;
  const [lo, hi] = interval;
  const facts = { p, below: alpha, lo, hi };
  const found = `The p-value of the difference by ${name}, adjusted by ${adjustmentTitle(method)} for ${family} comparisons, is ${p < 0.0001 ? "below 0.0001" : p.toPrecision(2)}`;
  if (!(p < alpha)) {
    const message = `${found}, not below ${shown(alpha)}.`;
    return { word: "cannotTell", reason: reason("notSignificant", message, facts) };
  }
  const isAbove = row.value > 0;
  const code = isAbove ? "significantlyAboveZero" : "significantlyBelowZero";
  const direction = `${isAbove ? "above" : "below"} 0${reward.better === "lower" ? ", and lower is better" : ""}`;
  const wider =
    lo <= 0 && hi >= 0
      ? ` Its ${adjustmentTitle(intervalBy)} interval holds 0: that interval is wider than ${adjustmentTitle(method)} needs.`
      : "";
  const message = `${found}, below ${shown(alpha)}, and the difference is ${direction}.${wider}`;
  const word = isAbove === (reward.better === "higher") ? "better" : "worse";
  return { word, reason: reason(code, message, facts) };
}

/** 1 − 0.95 is 0.05 and a rounding. */
const shown = (level: number): number => Number(level.toPrecision(12));

const mayDecide: readonly string[] = rewardEstimators.map(({ name }) => name);

const noEstimator: Reason = reason(
  "noEstimator",
  `The study asks for no estimator of the reward that may decide: add ${mayDecide.join(" or ")} with its default parameters.`,
  { instead: mayDecide },
);
