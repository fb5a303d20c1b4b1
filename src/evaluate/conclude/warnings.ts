import type { Diagnosis } from "../../diagnostics/index.js";
import { type Reason, reason } from "../../errors.js";
import type { BoundLog } from "../../log/bind.js";
import { canonical } from "../../log/canonical.js";
import { isListed } from "../../log/join/listed-policies.js";
import { LOGGED } from "../../log/log-spec.js";
import { sourceText, useOf } from "../../log/role-use.js";
import { describeSource } from "../../log/sources/index.js";
import { roleWarnings, summaryOf } from "../../log/summary.js";
import { showCount } from "../../numeric/show-number.js";
import { membersOf } from "../../study/members.js";
import type { Study } from "../../study/study.js";
import type { Survey } from "../about.js";
import { label } from "../ask/label.js";
import type { FittedCurve } from "../curves/fitted-curve.js";
import type { DriftingFeed } from "./drifting-days.js";
import type { DifferenceRow, EstimateRow, Verdict } from "./result.js";
import { type SharedReward, unsaidRewards } from "./shared-rewards.js";
import { trendsOfDays } from "./trend-of-days.js";

export interface WarningInputs {
  readonly study: Study;
  readonly log: BoundLog;
  readonly survey: Survey;
  readonly fitted: readonly FittedCurve[];
  readonly estimates: readonly EstimateRow[];
  readonly diagnoses: readonly Diagnosis[];
  readonly verdicts: readonly Verdict[];
  readonly shared: readonly SharedReward[];
  readonly drifting: readonly DriftingFeed[];
  readonly differences: readonly DifferenceRow[];
  /** What is of all days in a result of some. */
  readonly someDays: Reason | undefined;
  /** Whether rows over all feeds count a trajectory in several of them once. */
  readonly perSession: boolean;
}

/** Everything that a result warns of, in the order in which reports show it. */
const warnings: readonly ((warningInputs: WarningInputs) => readonly Reason[])[] = [
  ({ someDays }) => (someDays === undefined ? [] : [someDays]),
  unsaidRewards,
  ({ drifting }) => drifting.map(({ reason: why }) => why),
  ({ verdicts, differences }) => trendsOfDays(verdicts, differences),
  ofDiagnoses,
  ofDays,
  missingViews,
  excludedTrajectories,
  unmatchedRows,
  unscoredRows,
  trajectoriesSpanDays,
  severalFeeds,
  slotsUnlogged,
  unexposedCandidates,
  candidatesElsewhere,
  inexactSums,
  groupsDrawn,
  ({ log, survey }) => roleWarnings(log, survey.summary),
  listLengthUnknown,
  familyOfFeed,
  fittedPredictions,
];

export const warningsOf = (warningInputs: WarningInputs): readonly Reason[] =>
  warnings.flatMap((warning) => warning(warningInputs));

/** A remedy that several findings share is given once, with the last of them. */
function ofDiagnoses({ diagnoses }: WarningInputs): readonly Reason[] {
  const findings = diagnoses.filter(({ severity }) => severity === "watch" || severity === "fail");
  const says = ({ code, remedy }: Diagnosis): string => JSON.stringify([code, remedy]);
  const last = new Map(findings.map((diagnosis) => [says(diagnosis), diagnosis]));
  return findings.map((diagnosis) => {
    const { severity, code, consequence, remedy, policy, reward, feed, facts } = diagnosis;
    const message =
      last.get(says(diagnosis)) === diagnosis ? `${consequence} ${remedy}` : consequence;
    return reason(code, message, { ...facts, policy, reward, feed, severity });
  });
}

/** Only the differences of verdicts allow for views that the log does not hold. */
function missingViews({ verdicts }: WarningInputs): readonly Reason[] {
  const policies = [
    ...new Set(verdicts.flatMap(({ policy, missing }) => (missing === undefined ? [] : [policy]))),
  ];
  if (policies.length === 0) return [];
  const names = policies.join(", ");
  const message = `Views of ${names} that the log does not hold count as 0 in estimates, in differences by day, feed or other estimators, in clips and in other curves. The verdicts allow for them.`;
  return [reason("support", message, { policies })];
}

/** Rows by day have no diagnoses of their own: what holds of many is said once. */
function ofDays({ estimates, study }: WarningInputs): readonly Reason[] {
  const daily = estimates.filter((row) => row.day !== null && "value" in row);
  return membersOf(study).diagnostics.flatMap(({ code, ofDays: sentence }) => {
    const rows = daily.filter((row) => "value" in row && row.warnings.includes(code));
    const days = new Set(rows.map(({ feed, day }) => JSON.stringify([feed, day]))).size;
    return sentence === undefined || days === 0 ? [] : [reason(code, sentence(days), { days })];
  });
}

/** The coverage of such intervals is measured in docs/coverage.md. */
function fittedPredictions(warningInputs: WarningInputs): readonly Reason[] {
  return Object.entries(warningInputs.study.log.rewards).flatMap(([reward, { prediction }]) => {
    if (typeof prediction !== "object") return [];
    const names = trustingPredictions(warningInputs, reward).join(", ");
    if (names === "") return [];
    const message = `What ${names} took from the predictions of ${reward} has no error, and these were fitted on this log: intervals may hold the truth less often than stated. dr and efficient correct predictions in full; compare with them.`;
    return [reason("fittedPredictions", message, { reward, estimators: names })];
  });
}

/** Labels of the estimators that leave a part of the predictions uncorrected, by their parameters and the weights there are. */
function trustingPredictions(
  { study, estimates, diagnoses }: WarningInputs,
  reward: string,
): readonly string[] {
  const members = membersOf(study).estimators;
  const rows = estimates.filter((row) => "value" in row && row.reward === reward);
  const labels = rows.flatMap(({ estimator, parameters, policy }) => {
    const member = members.find(({ name }) => name === estimator);
    const trusts = member?.trustsPredictions?.(parameters, largestWeight(policy, diagnoses));
    return trusts === true ? [label({ name: estimator, parameters })] : [];
  });
  return [...new Set(labels)];
}

/** The largest weight of a policy in any feed, a fact of the finding about it; infinite where there is no such finding. */
function largestWeight(policy: string, diagnoses: readonly Diagnosis[]): number {
  if (policy === LOGGED) return 1;
  const weights = diagnoses
    .filter((diagnosis) => diagnosis.policy === policy && diagnosis.estimator === null)
    .flatMap(({ facts }) => (typeof facts.largest === "number" ? [facts.largest] : []));
  return weights.length === 0 ? Infinity : Math.max(...weights);
}

function excludedTrajectories({ survey }: WarningInputs): readonly Reason[] {
  const { excludedTrajectories: trajectories = 0, excludedRows = 0 } = survey.counts;
  if (trajectories === 0 && excludedRows === 0) return [];
  const message = `${showCount(trajectories)} trajectories (${showCount(excludedRows)} rows) break a rule and are left out; every number describes the others only.`;
  const facts = { excludedTrajectories: trajectories, excludedRows };
  return [reason("excludedTrajectories", message, facts)];
}

/** A joined table need not hold every row of the log. */
function unmatchedRows({ survey }: WarningInputs): readonly Reason[] {
  const { unmatchedRows: rows = 0 } = survey.counts;
  if (rows === 0) return [];
  const message = `${showCount(rows)} rows of the log have no match in a joined table (log.join); the columns that it brings are NULL there.`;
  return [reason("unmatchedRows", message, { unmatchedRows: rows })];
}

/** A viewed item that a policy's table of candidates does not place counts as one that the policy does not show. */
function unscoredRows({ log, survey, study }: WarningInputs): readonly Reason[] {
  const { summary, counts } = survey;
  const { unlistedTrajectories: trajectories = 0 } = counts;
  const unscored = log.policies.flatMap(({ name }, i) => {
    const use = useOf(log, "targetRank", i);
    if (use === undefined || !isListed(log.spec, sourceText(use))) return [];
    const { values, beyond = 0 } = summaryOf(log, summary, canonical.targetRank(i));
    const rows = summary.rows - values - beyond;
    return rows > 0 ? [{ policy: name, rows }] : [];
  });
  if (unscored.length === 0) return [];
  const list = unscored
    .map(({ policy, rows }) => `${showCount(rows)} of ${policy}${inTable(study, policy)}`)
    .join(", ");
  const lost =
    trajectories === 0
      ? ""
      : ` ${showCount(trajectories)} ${trajectories === 1 ? "trajectory has" : "trajectories have"} no viewed item there at all: check that the table holds every trajectory.`;
  const message = `Viewed rows whose item has no rank or score in the policy's candidates: ${list}, of ${showCount(summary.rows)}. The policy counts as not showing them.${lost}`;
  return [reason("unscoredRows", message, { rows: unscored, unlistedTrajectories: trajectories })];
}

function inTable({ policies }: Study, name: string): string {
  const { candidates } = policies[name] ?? {};
  if (candidates === undefined) return "";
  return ` in ${describeSource(candidates.source, `policies.${name}.candidates.source`)}`;
}

function trajectoriesSpanDays({ survey }: WarningInputs): readonly Reason[] {
  const { severalDays = 0 } = survey.counts;
  if (severalDays === 0) return [];
  const message = `${showCount(severalDays)} trajectories hold rows of several days and count on their first day.`;
  return [reason("trajectoriesSpanDays", message, { trajectories: severalDays })];
}

/** A trajectory is one of each feed that it is in. */
function severalFeeds({ survey, log, perSession }: WarningInputs): readonly Reason[] {
  const { severalFeeds: trajectories = 0 } = survey.counts;
  if (trajectories === 0) return [];
  const counted = perSession
    ? "count each once, so that values are per session; rows of a feed and scores (nDCG, say) count it in each"
    : "count each once in every feed that it is in: their values are per trajectory and feed, not per session";
  const unique =
    perSession && log.spec.user === undefined
      ? " Their keys are taken to be unique over feeds, since log.user is not named."
      : "";
  const message = `${showCount(trajectories)} trajectories are in several feeds. Rows over all feeds ${counted}.${unique}`;
  return [reason("severalFeeds", message, { trajectories })];
}

/** A slot without a row is an advert, or an item that was not logged: products of weights cannot tell. */
function slotsUnlogged({ survey, study }: WarningInputs): readonly Reason[] {
  const { holes = 0 } = survey.counts;
  const members = membersOf(study).estimators;
  const names = study.estimators.flatMap(({ name, parameters }) => {
    const member = members.find((estimator) => estimator.name === name);
    return member?.multipliesViews?.(parameters) === true ? [name] : [];
  });
  if (holes === 0 || names.length === 0) return [];
  const said = [...new Set(names)].join(", ");
  const message = `${showCount(holes)} trajectories lack a row at a displayed rank above their last view; ${said} multiplies the weights of the rows above each view, and a slot without a row counts with weight 1. That is right for adverts that every policy leaves where they are. What to do where items are missing: log them, viewed or not.`;
  return [
    reason("slotsUnlogged", message, { trajectories: holes, estimators: [...new Set(names)] }),
  ];
}

/** An exposure that is not given counts as 0: as if the logging policy could not have shown the item. */
function unexposedCandidates({ survey, log }: WarningInputs): readonly Reason[] {
  const { unexposedCandidates: candidates = 0 } = survey.counts;
  if (candidates === 0) return [];
  const { spec } = log;
  const key = spec.candidates === undefined ? "log.exposure.column" : "log.candidates.exposure";
  const message = `${showCount(candidates)} candidates have no ${key} (null), and count as items that the logging policy could never have shown: clipBound, cab, mips, offCem and what dm and dr say of the logged policy are wrong where it could have. What to do: give every candidate the exposure that the logging policy gave it, whether this list displayed it or not, and 0 where it could not be shown.`;
  return [reason("candidateExposureMissing", message, { candidates })];
}

/** Candidates of trajectories that are not evaluated are in no sum; those of days set apart for a fit are no loss. */
function candidatesElsewhere({ survey }: WarningInputs): readonly Reason[] {
  const { candidatesElsewhere: candidates = 0, excludedTrajectories: excluded = 0 } = survey.counts;
  const { fitDaysRows = 0 } = survey.counts;
  if (candidates === 0 || fitDaysRows > 0) return [];
  const leftOut = excluded === 0 ? "" : `, or that were left out (${showCount(excluded)})`;
  const message = `${showCount(candidates)} candidates are of trajectories that have no row in the log${leftOut}; they are not counted. That is right where the table holds more days than the log, or sessions without a view. Otherwise, write the trajectories (and feeds) of both tables in one way, and look for rows that the log lost.`;
  return [reason("candidatesElsewhere", message, { candidates, excluded })];
}

function inexactSums({ survey: { inexact }, estimates }: WarningInputs): readonly Reason[] {
  const rows = estimates.filter((row) => "value" in row && row.warnings.includes("inexactSums"));
  const columns = `${inexact} columns have too wide a range to be added exactly; their last digits may depend on the engine.`;
  const rounded = `In ${rows.length} rows rounding in the sums may be more than a millionth of the standard error: some values are so large that doubles hold the others less well.`;
  return [
    ...(inexact === 0 ? [] : [reason("inexactSums", columns, { columns: inexact })]),
    ...(rows.length === 0 ? [] : [reason("inexactSums", rounded, { rows: rows.length })]),
  ];
}

/** A bootstrap over users that could not draw each of them, in some rows or all. */
function groupsDrawn({ study, estimates }: WarningInputs): readonly Reason[] {
  const rows = estimates.flatMap((row) => ("drawn" in row ? [row] : []));
  const groups = rows.reduce((most, { buckets }) => Math.max(most, buckets), 0);
  if (rows.length === 0) return [];
  const message = `${study.interval} draws each user where the log has their sums; in ${rows.length} of ${estimates.length} estimates it draws ${showCount(groups)} groups of whole users instead, whose tails are a little less exact. So it does for sums within trajectories (nDCG), single days, curves with an error, sampled logs and tallies of groups, where one user has more than 16,384 rows, and where users × days × feeds × sums are more than can be held.`;
  return [reason("groupsDrawn", message, { rows: rows.length, of: estimates.length, groups })];
}

/** A curve that was fitted without complaint may still take the end of a list for a stop. */
function listLengthUnknown({ fitted, study }: WarningInputs): readonly Reason[] {
  const { listLength, censored } = study.log;
  const here = fitted.filter(({ origin }) => origin === "log");
  if (here.length === 0 || listLength !== undefined || censored !== undefined) return [];
  const message =
    "The curve was fitted on a log that does not say where lists end: a user who reached the end of a list counts as having stopped there, so the curve falls too fast and rewards at deep ranks count for too much (a tenth of DCG in one trial). Set log.listLength, or log.censored where the end of a trajectory was not seen.";
  const whole = here.some(({ fit }) => hardlyStopsAtFirst(fit.transitions));
  return [reason("listLengthUnknown", whole ? `${message} ${mayBeOffered}` : message)];
}

const mayBeOffered =
  "Hardly any trajectory ends at rank 1 or 2: if rows are of items that were offered, viewed or not, their depths are lengths of lists, and the curve says nothing of views (log.rows: offered).";

/** Whether at most 1 % of the trajectories end at the first two ranks. */
const hardlyStopsAtFirst = ({ atRisk, stops }: FittedCurve["fit"]["transitions"]): boolean =>
  (stops[0] ?? 0) + (stops[1] ?? 0) <= 0.01 * (atRisk[0] ?? 0);

/** Feed by feed some of many feeds are decided by chance: what a gate reads is said. */
function familyOfFeed({ study, log }: WarningInputs): readonly Reason[] {
  if (study.family !== "feed" || log.spec.feed === undefined) return [];
  const message =
    "Verdicts hold their level feed by feed (family: feed), not over all feeds at once. A gate reads them at the level of all comparisons of the study.";
  return [reason("familyOfFeed", message)];
}
