import { isReason, type Reason, reason, StudyError } from "../errors.js";
import { observedReward } from "../estimators/index.js";
import type { Estimate, Result, Verdict, VerdictWord } from "../evaluate/conclude/result.js";
import { restoreNumbers } from "../evaluate/conclude/withhold-numbers.js";
import { holdLifts, type LiftAgreement, liftOfArms } from "../inference/lift-agreement.js";
import { LOGGED } from "../log/log-spec.js";
import { hypot } from "../numeric/elementary/hypot.js";
import { groupedBy } from "../numeric/grouped-by.js";
import { version } from "../version.js";
import type { Measured, Pair } from "./pair.js";
import type { LineStatistic, Outcome } from "./result.js";
import { oneSidedP } from "./sensitivity.js";
import { statistics } from "./statistics/index.js";
import { overSets } from "./statistics/over-sets.js";

/** A result of `evaluate` with the name of its test. */
export interface NamedResult {
  readonly name: string;
  readonly result: Result;
}

/** One verdict of a past test, with what the test showed. */
export interface TrackedCall {
  readonly test: string;
  readonly policy: string;
  readonly reward: string;
  readonly feed: string | null;
  readonly offline: VerdictWord;
  readonly online: "better" | "worse" | "cannotTell";
  readonly outcome: Outcome;
  /** Differences from the baseline relative to what it earned; null where offline has no number, or one that is not an answer. */
  readonly offlineLift: Measured | null;
  readonly onlineLift: Measured;
  /** Of both lifts with both errors at the level of the verdict: one call, or neither loses more than its guardrail allows, as the diagnostic `onlineAgreement` has it; never of levels. */
  readonly agreement: LiftAgreement;
}

/** What `trackRecord` returns; JSON-serialisable. */
export interface TrackRecord {
  readonly hindcast: string;
  /** At which online differences count as shown. */
  readonly confidence: number;
  readonly tests: number;
  readonly calls: readonly TrackedCall[];
  readonly counts: Readonly<Record<Outcome, number>>;
  readonly agreements: Readonly<Record<LiftAgreement, number>>;
  /** Of relative differences over all verdicts with a number. */
  readonly statistics: readonly LineStatistic[];
  readonly warnings: readonly Reason[];
}

/**
 * How often offline verdicts were right about past tests: results of `evaluate` whose policies have online results,
 * one for each test. Throws a StudyError where none of them has a verdict with an online result of both arms.
 */
export function trackRecord(results: readonly NamedResult[], confidence = 0.95): TrackRecord {
  const calls = results.flatMap((result) => callsOf(result, confidence));
  if (calls.length === 0) throw noCalls(results.length);
  const answered = calls.filter(({ offlineLift }) => offlineLift !== null);
  const pairs = answered.flatMap(({ policy, offlineLift, onlineLift }): readonly Pair[] =>
    offlineLift === null
      ? []
      : [{ policy, day: null, online: onlineLift, offline: offlineLift, covariance: 0 }],
  );
  const count = (outcome: Outcome): number =>
    calls.filter((call) => call.outcome === outcome).length;
  const agreed = (liftAgreement: LiftAgreement): number =>
    calls.filter(({ agreement }) => agreement === liftAgreement).length;
  const tests = testsOf(calls);
  const paired = testsOf(answered).size;
  const left = results.reduce((sum, { result }) => sum + result.verdicts.length, 0) - calls.length;
  const lacking = results.filter(({ name }) => !tests.has(name)).map(({ name }) => name);
  return {
    hindcast: version,
    confidence,
    tests: tests.size,
    calls,
    counts: {
      right: count("right"),
      wrong: count("wrong"),
      onlineCannotTell: count("onlineCannotTell"),
      offlineCannotTell: count("offlineCannotTell"),
    },
    agreements: {
      agree: agreed("agree"),
      disagree: agreed("disagree"),
      cannotTell: agreed("cannotTell"),
    },
    statistics: statistics.map((statistic): LineStatistic => {
      const { name } = statistic;
      const agreement =
        paired < fewestTests ? tooFewTests(paired) : overSets(statistic, pairs, confidence);
      return isReason(agreement)
        ? { name, none: agreement }
        : { name, adjustedP: agreement.p, ...agreement };
    }),
    warnings: [
      ...(left === 0 && lacking.length === 0 ? [] : [withoutOnline(left, lacking)]),
      ...repeatedTests(results),
      ...(paired < fewestTests ? [] : sharedTests(answered)),
    ],
  };
}

const testsOf = (calls: readonly TrackedCall[]): ReadonlySet<string> =>
  new Set(calls.map(({ test }) => test));

function callsOf({ name, result }: NamedResult, confidence: number): readonly TrackedCall[] {
  return result.verdicts.flatMap((verdict): readonly TrackedCall[] => {
    const [candidate, base] = [verdict.policy, verdict.baseline].map((policy) =>
      earned(result, verdict, policy),
    );
    if (candidate === undefined || base === undefined || base.value === 0) return [];
    const size = Math.abs(base.value);
    const onlineLift = {
      value: (candidate.value - base.value) / size,
      se: hypot(candidate.se, base.se) / size,
    };
    const { better } =
      result.rewards.find((rewardFacts) => rewardFacts.name === verdict.reward) ?? {};
    const online = readingOf(onlineLift, better === "lower" ? -1 : 1, confidence);
    const { policy, reward, feed, verdict: offline, value, se } = verdict;
    return [
      {
        ...{ test: name, policy, reward, feed, offline, online },
        outcome: outcomeOf(offline, online),
        offlineLift:
          value === null || se === null
            ? null
            : { value: value / size, se: se / size, ...setBy(size, verdict) },
        onlineLift,
        agreement: agreementOf(result, verdict, candidate, base),
      },
    ];
  });
}

/** The verdict's lift, or its set of lifts, against that of the two arms, whose control has an error as well. */
function agreementOf(
  { guardrails = [], rewards }: Result,
  { policy, reward, feed, lift, level }: Verdict,
  measured: Measured,
  base: Measured,
): LiftAgreement {
  if (lift === null || "none" in lift) return "cannotTell";
  const guard = guardrails.find(
    (guardrail) =>
      guardrail.policy === policy && guardrail.reward === reward && guardrail.feed === feed,
  );
  const isLower = rewards.find(({ name }) => name === reward)?.better === "lower";
  const by = { level, margin: guard?.notWorseThan, sign: isLower ? -1 : 1 } as const;
  return holdLifts(lift, liftOfArms(measured, base, level), by).agreement;
}

/** The set of a verdict by what its baseline earned online. */
const setBy = (
  size: number,
  { identified, set, setSe }: Verdict,
): Pick<Measured, "set" | "setSe"> =>
  identified === "range" && set !== null && setSe !== null
    ? { set: [set[0] / size, set[1] / size], setSe: [setSe[0] / size, setSe[1] / size] }
    : {};

/** What a policy earned where it ran, in the estimand of the verdict. */
const earned = (result: Result, verdict: Verdict, policy: string): Estimate | undefined =>
  result.estimates.find(
    (row): row is Estimate =>
      !("none" in row) &&
      row.withheld === undefined &&
      row.estimator === observedReward.name &&
      row.policy === policy &&
      row.reward === verdict.reward &&
      row.feed === verdict.feed &&
      row.estimand === verdict.estimand &&
      row.day === null,
  );

function readingOf(
  { value, se }: Measured,
  sign: 1 | -1,
  confidence: number,
): TrackedCall["online"] {
  const p = 2 * oneSidedP({ value: Math.abs(value), se });
  if (value === 0 || p >= 1 - confidence) return "cannotTell";
  return sign * value > 0 ? "better" : "worse";
}

function outcomeOf(offline: VerdictWord, online: TrackedCall["online"]): Outcome {
  if (offline === "cannotTell" || offline === "doNotTrust") return "offlineCannotTell";
  if (online === "cannotTell") return "onlineCannotTell";
  return offline === online ? "right" : "wrong";
}

/** As many as a correlation takes pairs: verdicts of one test share its log and its control arm. */
const fewestTests = 3;

const tooFewTests = (tests: number): Reason =>
  reason(
    "tooFewPairs",
    `The verdicts with a number come from ${tests} ${tests === 1 ? "test" : "tests"}: this takes at least ${fewestTests}, since verdicts of one test share its log and its control arm. Put the results of more past tests into the folder.`,
    { tests, least: fewestTests },
  );

const noCalls = (results: number): StudyError =>
  new StudyError(
    reason(
      "noOnline",
      `None of ${results} ${results === 1 ? "result" : "results"} has a verdict with the online results of both arms. Name online results in the studies (online: a table; or policies.<name>.online), evaluate them with --format json, and put these results into the folder, one for each past test.`,
      { results },
    ),
  );

const withoutOnline = (left: number, names: readonly string[]): Reason =>
  reason(
    "noOnline",
    `${left === 1 ? "1 verdict has" : `${left} verdicts have`} no online results of both arms (one arm alone gives only a level, with which no lift can be compared), or a baseline that earned 0 or whose mean is withheld, and ${left === 1 ? "is" : "are"} left out${names.length === 0 ? "" : `; of ${names.slice(0, 5).join(", ")}${names.length > 5 ? ", …" : ""} nothing remains`}.`,
    { left, results: names.length },
  );

/** Copies of a result, and results of logs with the same mean over the same days: each test counts once. */
function repeatedTests(results: readonly NamedResult[]): readonly Reason[] {
  const again = groupedBy(results, ({ result }) => logKey(result)).filter(
    (namedResults) => namedResults.length > 1,
  );
  if (again.length === 0) return [];
  const names = again.map((namedResults) => namedResults.map(({ name }) => name).join(" and "));
  const message = `${names.join("; ")} are of one log: the same number of trajectories, the same days and the same logged means. Their verdicts are one observation, not several, so counts and p are too confident; keep one of them.`;
  return [reason("repeatedTest", message, { names })];
}

const logKey = ({ log, estimates }: Result): string => {
  const { trajectories, impressions, firstDay, lastDay } = log;
  const means = estimates
    .map(restoreNumbers)
    .flatMap((row) =>
      "value" in row && row.estimator === observedReward.name && row.policy === LOGGED
        ? [[row.reward, row.feed, row.estimand, row.day, row.value]]
        : [],
    );
  return JSON.stringify([trajectories, impressions, firstDay, lastDay, means]);
};

/** Policies of one test are compared with one control arm on one log; statistics take pairs as independent. */
function sharedTests(calls: readonly TrackedCall[]): readonly Reason[] {
  const tests = testsOf(calls).size;
  if (tests === calls.length) return [];
  const message = `${calls.length} verdicts come from ${tests} ${tests === 1 ? "test" : "tests"}: verdicts of one test share its log and its control arm, and statistics over verdicts take them as independent (covariance 0), so their p are too small.`;
  return [reason("sharedTest", message, { calls: calls.length, tests })];
}
