import type { Finding } from "../../../checks/check.js";
import type { CheckOutcome } from "../../../checks/decide.js";
import type { Diagnosis } from "../../../diagnostics/index.js";
import { type Facts, type Reason, reason } from "../../../errors.js";
import { rewardEstimators } from "../../../estimators/index.js";
import { adjustmentTitle } from "../../../inference/adjustments/index.js";
import type { Study } from "../../../study/study.js";
import { label } from "../../ask/label.js";
import type { ComparisonPlace, Evidence } from "../evidence.js";
import type { CheckResult, Difference, RowKey, VerdictWord } from "../result.js";
import { roundingNote } from "../rounding.js";
import { isSameQuestion } from "../row-key.js";
import { mayStand } from "../withheld.js";
import type { ComparisonTest } from "./comparison-test.js";
import { type ComparisonDecision, decisionOfComparison } from "./decision-of-comparison.js";
import { rareRewards } from "./rare-rewards.js";
import { testSurvivals } from "./test-survivals.js";
import { isTested } from "./verdict-comparisons.js";

export interface Judgement {
  readonly word: VerdictWord;
  readonly reason: Reason;
  /** Sentences that stand behind the reason where the comparison's numbers are an answer. */
  readonly notes: readonly string[];
  readonly decision?: ComparisonDecision;
  readonly ofTest?: readonly CheckResult[];
}

/** The verdict of a comparison, open where something refuses it, with every reason in order. */
export function judgeComparison(
  evidence: Evidence,
  row: Evidence["differences"][number] | undefined,
  place: ComparisonPlace,
): Judgement {
  if (row === undefined) return undecided(noEstimator);
  if ("none" in row) return undecided(row.none);
  const comparison = evidence.comparisons.find(({ compared: { key } }) =>
    isSameComparison(key, row),
  );
  if (comparison !== undefined && "same" in comparison.test) return undecided(comparison.test.same);
  const { confidence } = evidence.study;
  const tested = comparison !== undefined && isTested(comparison) ? comparison : undefined;
  const test = tested?.test;
  const decision = tested && decisionOfComparison(tested, row, confidence);
  const byInterval = byComparison(row, evidence, place.reward);
  const grounds = [
    ...(comparison?.lacks ? [ground("cannotTell", comparison.lacks)] : []),
    ...groundsOf(evidence, row, place, byInterval, test, decision),
    ...(comparison !== undefined && decision === undefined && byInterval.word !== "cannotTell"
      ? [ground("cannotTell", notExamined(evidence))]
      : []),
  ];
  const [word, all] = outcomeOf(grounds, byInterval);
  const reasons = sayable(word, all, decision);
  const notes = [
    ...notesOf(evidence, row, place, test, decision),
    ...roundingNote(comparison?.compared.answer),
  ];
  if (test === undefined || decision === undefined)
    return { word, reason: together(reasons, all.length), notes };
  const ofTest = testSurvivals({
    test,
    row,
    level: row.adjusted.level,
    clusters: nounOf(evidence.study),
    ofUsers: comparison?.clusters.areUsers ? comparison.clusters : undefined,
    few: fewUsers,
    refused: grounds.map(({ reason: { code } }) => code),
  });
  return { word, reason: together(reasons, all.length), notes, decision, ofTest };
}

const undecided = (why: Reason): Judgement => ({ word: "cannotTell", reason: why, notes: [] });

const isSameComparison = (key: RowKey, row: RowKey): boolean =>
  key.policy === row.policy && isSameQuestion(key, row);

interface Ground {
  readonly word: "doNotTrust" | "cannotTell";
  readonly reason: Reason;
}

/** Everything that refuses a comparison, in the order in which reasons are given. */
function groundsOf(
  { diagnoses, baseline, study }: Evidence,
  row: Difference,
  { policy, reward, feed }: ComparisonPlace,
  byInterval: IntervalWord,
  test: ComparisonTest | undefined,
  decision: CheckOutcome | undefined,
): readonly Ground[] {
  const failed = diagnoses
    .filter(({ severity }) => severity === "fail")
    .filter((diagnosis) => diagnosis.feed === feed && isOfEstimator(diagnosis, row))
    .filter((diagnosis) => [null, policy, baseline].includes(diagnosis.policy))
    .filter((diagnosis) => diagnosis.reward === null || diagnosis.reward === reward)
    .map(({ code, consequence, remedy, facts }) => reason(code, `${consequence} ${remedy}`, facts));
  const refused = (effect: Ground["word"]): readonly Reason[] =>
    (decision?.findings ?? [])
      .filter((finding) => finding.effect === effect)
      .map(({ code, message, facts }) => reason(code, message, facts));
  const isOpen = byInterval.word === "cannotTell";
  const many = (decision?.findings ?? []).filter(({ facts }) => facts.standsForMany === true);
  const rare = isOpen && test !== undefined ? rareRewards(test) : undefined;
  const undecided = [
    ...refused("cannotTell").filter(({ code }) => !many.some((finding) => finding.code === code)),
    ...(test !== undefined && test.users < fewUsers.refused ? [tooFew(test, study)] : []),
    ...(rare === undefined ? [] : [rare]),
    ...(isOpen ? [byInterval.reason] : []),
  ];
  const refuses = undecided.length > 0 || many.some(({ effect }) => effect === "cannotTell");
  // An id that stands for many people makes all others: few users, and an interval that is too wide.
  const first = refuses ? many.map(({ code, message, facts }) => reason(code, message, facts)) : [];
  return [
    ...[...failed, ...refused("doNotTrust")].map((reason) => ground("doNotTrust", reason)),
    ...[...first, ...undecided].map((reason) => ground("cannotTell", reason)),
  ];
}

const ground = (word: Ground["word"], why: Reason): Ground => ({ word, reason: why });

/** Degrees of freedom by users below which a comparison is refused, and below which it says so. */
const fewUsers = { refused: 2, said: 40 } as const;

/** An interval answers for chance alone: without checks no verdict better or worse is given. */
function notExamined({ study }: Evidence): Reason {
  const { trajectory, sampling } = study.log;
  const because = (why: string, facts: Facts = {}): Reason =>
    reason("checksNotRun", `The interval excludes 0, but the checks could not run: ${why}`, facts);
  if (trajectory === undefined) {
    return because(
      "the log does not say which rows are one list, as policies by rank need. Name the key of a list in log.trajectory.",
    );
  }
  return because(
    sampling === undefined
      ? "the tally lacks the tables for it, as those of earlier versions do. Take it again."
      : "the tally lacks the tables for it: log.sampling keeps trajectories at several rates, or it was saved by an earlier version. Evaluate logs of one rate apart, without log.sampling.",
  );
}

const nounOf = ({ log }: Study): string => (log.user === undefined ? "trajectories" : "users");

const usersOf = ({ users }: ComparisonTest, study: Study): string =>
  `${users < 10 ? users.toFixed(1) : Math.round(users)} ${nounOf(study)}`;

const tooFew = (test: ComparisonTest, study: Study): Reason =>
  reason(
    "fewClusters",
    `The standard error is based on about ${usersOf(test, study)}: too few to distinguish a difference from chance.`,
    { users: test.users, atLeast: fewUsers.refused },
  );

const isOfEstimator = ({ estimator }: Diagnosis, row: Difference): boolean =>
  estimator === null || estimator === row.estimator;

/** What refuses the number outranks what leaves it undecided; where nothing does, the interval speaks. */
function outcomeOf(
  grounds: readonly Ground[],
  byInterval: IntervalWord,
): readonly [VerdictWord, readonly Reason[]] {
  const [first] = grounds;
  if (first === undefined) return [byInterval.word, [byInterval.reason]];
  return [
    first.word,
    grounds.filter(({ word }) => word === first.word).map(({ reason }) => reason),
  ];
}

/** Without those that would print what others withhold. */
function sayable(
  verdict: VerdictWord,
  reasons: readonly Reason[],
  decision: CheckOutcome | undefined,
): readonly Reason[] {
  const [first] = reasons;
  if (first === undefined) return reasons;
  const { findings = [] } = decision ?? {};
  const checks = findings.map((finding) => ({ ...finding, check: finding.code }));
  return reasons.filter(({ code }) => {
    const { effect = "none", alternative = null } =
      findings.find((finding) => finding.code === code) ?? {};
    return mayStand({ verdict, reason: first, checks }, code, { effect, alternative });
  });
}

const mostOthers = 2;

function together([first, ...others]: readonly Reason[], all: number): Reason {
  if (first === undefined) throw new RangeError("A verdict needs a reason.");
  const also = others.slice(0, mostOthers).map(({ message }) => `Also: ${message}`);
  const more = all - 1 - also.length;
  const rest = more > 0 ? [`And ${more} more.`] : [];
  return reason(first.code, [first.message, ...also, ...rest].join(" "), first.facts);
}

/** What a reader of a comparison must know though it refuses nothing. */
function notesOf(
  { diagnoses, study }: Evidence,
  row: Difference,
  { policy, reward, feed }: ComparisonPlace,
  test: ComparisonTest | undefined,
  decision: CheckOutcome | undefined,
): readonly string[] {
  const messages = (effect: Finding["effect"]): readonly string[] =>
    (decision?.findings ?? [])
      .filter((finding) => finding.effect === effect)
      .map(({ message }) => message);
  const watched = diagnoses
    .filter(({ severity }) => severity === "watch")
    .filter(
      (diagnosis) =>
        diagnosis.feed === feed && diagnosis.policy === policy && isOfEstimator(diagnosis, row),
    )
    .filter((diagnosis) => diagnosis.reward === null || diagnosis.reward === reward)
    .map(({ consequence }) => consequence);
  const isFew = test !== undefined && test.users >= fewUsers.refused && test.users < fewUsers.said;
  const few = isFew ? [`The standard error is based on about ${usersOf(test, study)}.`] : [];
  const untested = messages("inconclusive").map((message) => `Not tested: ${message}`);
  return [...new Set([...messages("watch"), ...watched, ...untested, ...few])];
}

interface IntervalWord {
  readonly word: VerdictWord;
  readonly reason: Reason;
}

/** By the adjusted interval where it agrees with the adjusted p, else by that p. */
function byComparison(row: Difference, { study, rewards }: Evidence, name: string): IntervalWord {
  const reward = rewards.find((boundReward) => boundReward.name === name);
  const better = reward?.better ?? "higher";
  const by = label({ name: row.estimator, parameters: row.parameters });
  if (row.value === 0 && row.se === 0) {
    const message = `${row.policy} and ${row.baseline} are identical on this log by ${by}.`;
    return { word: "cannotTell", reason: reason("identical", message) };
  }
  const { method, intervalBy } = row.adjusted;
  return method === intervalBy
    ? byInterval(row, by, better)
    : byAdjustedP(row, by, better, 1 - study.confidence);
}

function byInterval(row: Difference, name: string, direction: "higher" | "lower"): IntervalWord {
  const [lower, upper] = row.adjusted.interval;
  if (lower <= 0 && upper >= 0) {
    const message = `The adjusted interval of the difference by ${name} contains 0.`;
    return { word: "cannotTell", reason: reason("intervalHoldsZero", message, { lower, upper }) };
  }
  const better = lower > 0 === (direction === "higher");
  const message = `The adjusted interval of the difference by ${name} lies ${lower > 0 ? "above" : "below"} 0${direction === "lower" ? ", and lower is better" : ""}.`;
  const why = reason(lower > 0 ? "intervalAboveZero" : "intervalBelowZero", message, {
    lower,
    upper,
  });
  return { word: better ? "better" : "worse", reason: why };
}

/** The method adjusts p alone: its intervals are another method's and may hold 0 where p is small. */
function byAdjustedP(
  row: Difference,
  name: string,
  better: "higher" | "lower",
  alpha: number,
): IntervalWord {
  const { method, family, p, interval, intervalBy } = row.adjusted;
  const [lower, upper] = interval;
  const facts = { p, alpha, lower, upper };
  const start = `The p-value of the difference by ${name}, adjusted by ${adjustmentTitle(method)} for ${family} comparisons, is ${p < 0.0001 ? "below 0.0001" : p.toPrecision(2)}`;
  if (!(p < alpha)) {
    const message = `${start}, not below ${shown(alpha)}.`;
    return { word: "cannotTell", reason: reason("notSignificant", message, facts) };
  }
  const isAbove = row.value > 0;
  const code = isAbove ? "significantlyAboveZero" : "significantlyBelowZero";
  const direction = `${isAbove ? "above" : "below"} 0${better === "lower" ? ", and lower is better" : ""}`;
  const wider =
    lower <= 0 && upper >= 0
      ? ` Its ${adjustmentTitle(intervalBy)} interval holds 0: that interval is wider than ${adjustmentTitle(method)} needs.`
      : "";
  const message = `${start}, below ${shown(alpha)}, and the difference is ${direction}.${wider}`;
  const word = isAbove === (better === "higher") ? "better" : "worse";
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
