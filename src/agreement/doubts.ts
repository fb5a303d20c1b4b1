import { isReason, type Reason, reason } from "../errors.js";
import type { AnswerOn, DaysReader } from "../evaluate/conclude/answers-on.js";
import { liftsGiven } from "../evaluate/conclude/online-lifts.js";
import type { Verdict } from "../evaluate/conclude/result.js";
import type { Study } from "../study/study.js";
import type { OnlineArm } from "./online-arm.js";
import { isMoved } from "./pairs.js";
import type { ComparisonLine } from "./result.js";

export interface Grounds {
  readonly study: Study;
  readonly arms: readonly OnlineArm[];
  readonly lines: readonly ComparisonLine[];
  readonly reader: DaysReader;
  /** Of all policies over all days. */
  readonly verdicts: readonly Verdict[];
  /** Days with online results. */
  readonly days: readonly string[];
}

/** What a reader must know of the online results before trusting a correlation. */
export const doubtsOf = (grounds: Grounds): readonly Reason[] => [
  ...withoutControl(grounds),
  ...liftsAlone(grounds),
  ...neverLogged(grounds),
  ...fewDays(grounds),
  ...missingDays(grounds),
  ...alikeDays(grounds),
  ...onlyOverAllDays(grounds),
  ...sharedLog(grounds),
  ...withoutError(grounds),
  ...tableErrors(grounds),
];

function withoutControl({ arms, study: { baseline } }: Grounds): readonly Reason[] {
  if (arms.some(({ policy }) => policy === baseline)) return [];
  const message = `There are no online results of the baseline "${baseline}", so that policies are compared by their levels alone; add its rows to the online results.`;
  return [reason("onlineWithoutControl", message, { baseline })];
}

function liftsAlone({ study }: Grounds): readonly Reason[] {
  const named = liftsGiven(study).map(
    ({ policy, reward }) => `policies.${policy}.online.${reward}`,
  );
  if (named.length === 0) return [];
  const message = `${named.join(", ")} ${named.length === 1 ? "gives a lift" : "give lifts"}, which a comparison over policies or days leaves out: it needs what each arm earned (value, or source). \`hindcast evaluate\` compares lifts with the verdicts.`;
  return [reason("onlineLiftAlone", message, { online: named })];
}

/** Rewards that no row of the log has: what is estimated of them is 0 for every policy, and is not an answer. */
export const unseenRewards = (reader: DaysReader): readonly AnswerOn[] =>
  reader.feeds.flatMap(({ feed, days }) =>
    reader
      .means(feed, days)
      .filter(({ answer }) => !isReason(answer) && answer.value === 0 && answer.se === 0),
  );

function neverLogged({ reader }: Grounds): readonly Reason[] {
  const rewards = [...new Set(unseenRewards(reader).map(({ reward }) => reward))];
  if (rewards.length === 0) return [];
  const message = `No row of the log has ${rewards.join(" or ")}, so what policies earn of it cannot be estimated; it is left out. Check that log.rewards names the right column.`;
  return [reason("noReward", message, { rewards })];
}

function fewDays({ days: { length } }: Grounds): readonly Reason[] {
  if (length >= 3) return [];
  const start =
    length === 0
      ? "The online results are over all days, none by day"
      : `The online results cover ${length === 1 ? "1 day" : `${length} days`}`;
  const message = `${start}: a correlation over days needs at least three, and a week says little.`;
  return [reason("fewDays", message, { days: length })];
}

/** Days of the log between the first and the last of a policy's results on which it has none. */
function missingDays({ arms, reader }: Grounds): readonly Reason[] {
  const gaps = arms.flatMap(({ policy, feed, byDay, isLog }) => {
    const dates = [...byDay.keys()].sort();
    const [first, last] = [dates[0], dates.at(-1)];
    if (isLog || first === undefined || last === undefined) return [];
    const logged = reader.feeds.find((feedDays) => feedDays.feed === feed)?.days ?? [];
    const missing = logged.filter((day) => day > first && day < last && !byDay.has(day));
    return missing.length === 0 ? [] : [{ policy, missing }];
  });
  if (gaps.length === 0) return [];
  const policies = [...new Set(gaps.map(({ policy }) => policy))];
  const missing = [...new Set(gaps.flatMap((gap) => gap.missing))].sort();
  const named = `${missing.slice(0, 3).join(", ")}${missing.length > 3 ? ", …" : ""}`;
  const message = `${policies.join(", ")} ${policies.length === 1 ? "has" : "have"} no online results of ${missing.length === 1 ? "a day" : `${missing.length} days`} in between (${named}), which are left out on both sides. Where days were dropped because of what they showed, add them.`;
  return [reason("onlineDaysMissing", message, { policies, days: missing })];
}

function alikeDays({ lines, days: { length } }: Grounds): readonly Reason[] {
  const least = lines.reduce(
    (least, { effectiveDays, pairs }) =>
      effectiveDays === null ? least : Math.min(least, effectiveDays / pairs.length),
    1,
  );
  if (least >= 0.8) return [];
  const message = `Days that follow each other may be alike: by their own autocorrelation, which is rough from so few, ${length} days may count as only ${(least * length).toPrecision(2)} independent ones in a correlation, and its p may be too small.`;
  return [reason("effectiveDays", message, { days: length, effective: least * length })];
}

/** A set is that of a verdict: what else is estimated of the policy has none. */
function onlyOverAllDays({ verdicts, arms }: Grounds): readonly Reason[] {
  const moved = verdicts.filter(
    (verdict) => isMoved(verdict) && arms.some(({ policy }) => policy === verdict.policy),
  );
  if (moved.length === 0) return [];
  const policies = [...new Set(moved.map(({ policy }) => policy))];
  const estimators = [...new Set(moved.flatMap(({ estimator }) => estimator ?? []))];
  const message = `The log lacks views of ${policies.join(", ")}, or refutes what the study says of views. Their differences over all days by ${estimators.join(", ")} are those of their verdicts, with every value that this leaves possible; other estimators, single days and parts of the days count missing views as 0 and take the study's curve.`;
  return [reason("onlyOverAllDays", message, { policies, estimators })];
}

function sharedLog({ arms, study: { baseline } }: Grounds): readonly Reason[] {
  if (!arms.some(({ isLog, policy }) => isLog && policy === baseline)) return [];
  const message =
    "The log is the control arm: differences online and offline share its noise. The slope and the share within errors allow for that; correlations of daily differences are not printed.";
  return [reason("sharedLog", message, {})];
}

/** A standard error of 0 is a table that did not know it, unless the value cannot vary. */
function withoutError({ arms }: Grounds): readonly Reason[] {
  const onlineArms = arms.filter(({ isLog }) => !isLog);
  const sure = onlineArms.filter(({ overall, byDay }) =>
    [overall, ...byDay.values()].some(({ se }) => se === 0),
  );
  if (sure.length === 0) return [];
  const policies = [...new Set(sure.map(({ policy }) => policy))];
  const message = `Online results of ${policies.join(", ")} have a standard error of 0: they are taken as free of noise, so the slope is not corrected for it and fewer pairs lie within errors. Give the standard error of each value, or leave these rows out.`;
  return [reason("onlineErrorZero", message, { policies })];
}

/** Of a table nobody can tell which users its rows share. */
function tableErrors({ arms, study: { online } }: Grounds): readonly Reason[] {
  if (online === undefined) return [];
  const policies = [
    ...new Set(
      arms.flatMap(({ isLog, policy, byDay }) => (isLog || byDay.size < 2 ? [] : [policy])),
    ),
  ];
  if (policies.length === 0) return [];
  const message =
    "A table of online results does not say which users came on several days or are in the log as well: their errors are taken as independent (covariance 0). Where users return, errors over all days are too small; policies.<name>.online: { source: … } with an arm's own log knows them.";
  return [reason("onlineCovariance", message, { policies })];
}
