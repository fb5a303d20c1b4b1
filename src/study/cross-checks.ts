import type { EstimatorRequest } from "../estimators/estimator.js";
import { rewardEstimators } from "../estimators/index.js";
import { mayDecide } from "../estimators/may-decide.js";
import { requestKey } from "../estimators/request-key.js";
import { LOGGED } from "../log/log-spec.js";
import { checkLoggingPolicies } from "./logging-policies.js";
import { asMapping, givenNames, ownValue } from "./mapping.js";
import { addIssue, addMissing, addUnknownName, type Place, within } from "./place.js";
import type { Study } from "./study.js";

type Parts = { readonly [K in keyof Study]?: Study[K] | undefined };

/** What no key shows alone. Names count as given even where what they stand for is wrong. */
export function crossCheck(input: unknown, parts: Parts, place: Place): void {
  const fields = asMapping(input) ?? {};
  checkBaseline(givenNames(ownValue(fields, "policies")), parts, place);
  const log = asMapping(ownValue(fields, "log")) ?? {};
  checkOnline(givenNames(ownValue(log, "rewards")), parts, place);
  checkGuardrails(givenNames(ownValue(log, "rewards")), parts, place);
  checkFeeds(log, place);
  checkLoggingPolicies(log, parts.policies, givenNames(ownValue(fields, "policies")), place);
  checkViews(log, parts, place);
  checkLists(log, asMapping(ownValue(fields, "policies")) ?? {}, parts, place);
  checkOffered(log, place);
  checkFits(log, place);
  checkPool(log, parts, place);
  checkDecide(parts, place);
  checkRemaining(parts, place);
  checkTraining(log, parts, place);
  checkPredictions(log, parts, place);
}

/** Predictions are fitted by item, and on the views of other users. */
function checkPredictions(
  fields: Readonly<Record<string, unknown>>,
  { log }: Parts,
  place: Place,
): void {
  const isFitted = Object.values(log?.rewards ?? {}).some(
    ({ prediction }) => typeof prediction === "object",
  );
  if (!isFitted) return;
  const inLog = within(place, "log");
  const expected = (what: string): string =>
    `${what}, since predictions are fitted (fit: itemMean)`;
  if (fields.item === undefined) {
    const need = expected("the column of the item");
    addMissing(within(inLog, "item"), need);
  }
  if (fields.user === undefined && fields.trajectory === undefined) {
    const need = expected("the column of the user (or log.trajectory)");
    addMissing(within(inLog, "user"), need);
  }
}

/** What a policy expects from a slot on is of one reward. */
function checkRemaining({ log, policies = {} }: Parts, place: Place): void {
  const named = Object.entries(log?.rewards ?? {}).filter(([, { remaining }]) => remaining);
  const expecting = Object.entries(policies).find(([, { remaining }]) => remaining);
  if (named.length < 2 || expecting === undefined) return;
  const [policy, { remaining }] = expecting;
  const expected = `one reward with remaining (${named.map(([name]) => name).join(" and ")} have it), since a policy names one column of what it expects`;
  const here = within(place, "policies", policy, "remaining");
  addIssue(here, { code: "invalidValue", expected, came: remaining });
}

/** Only days tell whether a policy was trained on the log. */
function checkTraining(
  fields: Readonly<Record<string, unknown>>,
  { policies = {} }: Parts,
  place: Place,
): void {
  const trained = Object.entries(policies).find(([, policy]) => policy.trainedUntil !== undefined);
  if (trained === undefined || Object.hasOwn(fields, "day")) return;
  const expected = `the column with the day, to which trainedUntil of ${trained[0]} is compared`;
  addMissing(within(place, "log", "day"), expected);
}

function checkBaseline(policies: readonly string[], parts: Parts, place: Place): void {
  const names = [...policies.filter((name) => name !== LOGGED), LOGGED];
  const { baseline } = parts;
  if (baseline === undefined || names.includes(baseline)) return;
  addUnknownName(within(place, "baseline"), "policies", names, baseline);
}

function checkOnline(rewards: readonly string[], parts: Parts, place: Place): void {
  if (rewards.length === 0) return;
  for (const [policy, { online }] of Object.entries(parts.policies ?? {})) {
    if (online === undefined || "source" in online) continue;
    const here = within(place, "policies", policy, "online");
    for (const name of Object.keys(online.values)) {
      if (rewards.includes(name)) continue;
      addUnknownName(within(here, name), "rewards", rewards, name);
    }
  }
}

function checkGuardrails(
  rewards: readonly string[],
  { guardrails = {} }: Parts,
  place: Place,
): void {
  if (rewards.length === 0) return;
  for (const name of Object.keys(guardrails).filter((key) => !rewards.includes(key))) {
    addUnknownName(within(place, "guardrails", name), "rewards", rewards, name);
  }
}

/** Only logs of offered rows say whether rows were viewed; without it no depth can be told. */
function checkOffered(log: Readonly<Record<string, unknown>>, place: Place): void {
  const here = within(place, "log");
  const isOffered = ownValue(log, "rows") === "offered";
  const isTold = Object.hasOwn(log, "viewed");
  if (isTold && !isOffered) {
    const expected = "no such key unless log.rows is offered: else every row is a view";
    const came = ownValue(log, "viewed");
    addIssue(within(here, "viewed"), { code: "unknownKey", expected, came });
  }
  if (!isOffered || isTold || !learnsCurve(log)) return;
  const expected =
    "a curve that is given or was fitted elsewhere ({ model: … }, { table: … } or { file: … }): rows are offered, and without log.viewed the log does not say how deep anyone went";
  const exposure = within(here, "exposure");
  const came = ownValue(asMapping(ownValue(log, "exposure")) ?? {}, "curve");
  addIssue(within(exposure, "curve"), { code: "invalidValue", expected, came });
}

function learnsCurve(log: Readonly<Record<string, unknown>>): boolean {
  const exposure = asMapping(ownValue(log, "exposure")) ?? {};
  const curve = asMapping(ownValue(exposure, "curve")) ?? {};
  const curves = [curve, ...Object.values(asMapping(ownValue(curve, "byFeed")) ?? {})];
  return curves.some((curve) => Object.hasOwn(asMapping(curve) ?? {}, "fit"));
}

/** A column that holds one number for a trajectory is read in one of its rows. */
function checkViews(
  log: Readonly<Record<string, unknown>>,
  { policies }: Parts,
  place: Place,
): void {
  if (Object.hasOwn(log, "rank") || !Object.hasOwn(log, "trajectory")) return;
  for (const [policy, { views }] of Object.entries(policies ?? {})) {
    if (typeof views !== "string") continue;
    const expected =
      "one number, since log.rank is missing: a column is read in the row of displayed rank 1 of each trajectory";
    const here = within(place, "policies", policy, "views");
    addIssue(here, { code: "invalidValue", expected, came: views });
  }
}

/** A score needs the list in which it ranks an item, and a list the keys by which its rows are found. */
function checkLists(
  log: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, unknown>>,
  { policies }: Parts,
  place: Place,
): void {
  const isListed = Object.hasOwn(log, "candidates");
  const needed = new Set<string>();
  for (const [policy, { score, candidates }] of Object.entries(policies ?? {})) {
    const named = givenNames(ownValue(fields, policy));
    const isRanked = score !== undefined && !named.includes("force");
    const here = within(place, "policies", policy);
    if (named.includes("candidates") || (isRanked && isListed)) {
      for (const key of ["trajectory", "item"]) needed.add(key);
      if (candidates?.feed !== undefined) needed.add("feed");
    } else if (isRanked) squeezed(score, within(here, "score"));
  }
  for (const key of needed) {
    if (Object.hasOwn(log, key)) continue;
    const expected = `the column with the ${key}, by which a policy's candidates are found`;
    addMissing(within(place, "log", key), expected);
  }
}

function squeezed(score: string, place: Place): void {
  addIssue(place, {
    code: "squeezedRanks",
    expected:
      "with it candidates: { source: … }, a table with the scores of all candidates; or rank, the item's rank in the full candidate list",
    came: score,
    because:
      "a score orders only the viewed items among themselves, which squeezes every target rank " +
      "towards 1; add force: rankViewed to accept that",
  });
}

function checkFeeds(log: Readonly<Record<string, unknown>>, place: Place): void {
  const curve = asMapping(ownValue(asMapping(ownValue(log, "exposure")) ?? {}, "curve")) ?? {};
  if (!Object.hasOwn(curve, "byFeed") || Object.hasOwn(log, "feed")) return;
  addMissing(
    within(place, "log", "feed"),
    "the column with the feed, since log.exposure.curve is given byFeed",
  );
}

/** Learning a curve takes trajectories with ranks, and days where some are set apart for it. */
function checkFits(log: Readonly<Record<string, unknown>>, place: Place): void {
  const exposure = asMapping(ownValue(log, "exposure")) ?? {};
  const isLearnt = learnsCurve(log);
  const here = within(place, "log");
  const need = (role: string, expected: string): void => {
    if (Object.hasOwn(log, role)) return;
    addMissing(within(here, role), expected);
  };
  if (isLearnt) {
    need("trajectory", "the column with the trajectory, since log.exposure.curve is to be fitted");
    need("rank", "the column with the displayed rank, since log.exposure.curve is to be fitted");
  }
  if (!Object.hasOwn(exposure, "fitDays")) return;
  need("day", "the column with the day, since log.exposure.fitDays sets days apart");
  if (isLearnt) return;
  addIssue(within(here, "exposure", "fitDays"), {
    code: "unknownKey",
    expected: "no such key unless a curve is fitted ({ fit: … })",
    came: ownValue(exposure, "fitDays"),
  });
}

function checkPool(log: Readonly<Record<string, unknown>>, { pool }: Parts, place: Place): void {
  if (pool !== true || Object.hasOwn(log, "feed") || Object.keys(log).length === 0) return;
  addMissing(
    within(place, "log", "feed"),
    "the column with the feed, since pool: true adds rows over all feeds",
  );
}

function checkDecide({ decide, estimators }: Parts, place: Place): void {
  if (decide === undefined) return;
  const here = within(place, "decide");
  const came = { [decide.name]: decide.parameters };
  const may = ({ name, parameters }: EstimatorRequest): boolean => {
    const member = place.members.estimators.find((estimator) => estimator.name === name);
    return member !== undefined && mayDecide(member, parameters);
  };
  if (!may(decide)) {
    const names = rewardEstimators.map((rewardEstimator) => rewardEstimator.name).join(", ");
    const expected = `an estimator of the reward itself (${names} with default parameters)`;
    const because =
      "other numbers are scores, or estimates that the checks of a verdict do not cover";
    addIssue(here, { code: "mayNotDecide", expected, came, because });
  } else if (
    estimators?.some((estimator) => requestKey(estimator) === requestKey(decide)) === false
  ) {
    const listed = estimators.filter(may);
    const names =
      [...new Set(listed.map((request) => request.name))].join(", ") || "none of them may";
    const expected = `an entry of estimators that may decide (${names})`;
    addIssue(here, { code: "notListed", expected, came });
  }
}
