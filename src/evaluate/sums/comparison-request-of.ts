import { isReason } from "../../errors.js";
import type { Estimator, LogView, PolicyView } from "../../estimators/estimator.js";
import { mayDecide } from "../../estimators/may-decide.js";
import { weight } from "../../estimators/weight.js";
import { impressions } from "../../log/impressions.js";
import { LOGGED } from "../../log/log-spec.js";
import { readUse, useOf } from "../../log/role-use.js";
import { viewsUnknown } from "../../log/viewed-rows.js";
import { log2 } from "../../numeric/elementary/log-in-base.js";
import type { Expression } from "../../sql/expression.js";
import { membersOf } from "../../study/members.js";
import type { Study } from "../../study/study.js";
import type { ComparisonRequest, WeighedPair } from "../../tally/comparisons/comparison-request.js";
import { itemAlias } from "../../tally/comparisons/exposures-of-comparisons.js";
import { groupSampleOf } from "../../tally/comparisons/group-sample.js";
import { periodsOf } from "../../tally/comparisons/periods.js";
import { sampledTrajectories } from "../../tally/comparisons/sampled-trajectories.js";
import type { TallyRequest } from "../../tally/request.js";
import type { Questions } from "../ask/questions.js";
import type { SurveyedLog } from "../survey/survey-log.js";

/** Up to this many rows every trajectory's depth is looked at; of larger logs, that of a sample. */
const everyTrajectory = 2 ** 24;

/** The column of a policy's target ranks; null where it is the logging policy, undefined where it has none. */
export function rankColumnOf({ isLogged, rank }: PolicyView): string | null | undefined {
  if (isLogged) return null;
  return rank?.kind === "column" ? rank.name : undefined;
}

/** Whether an estimator takes a pair of policies by their ranks under a curve, or by exposures. */
export function placementOf(
  { needs }: Pick<Estimator, "needs">,
  log: LogView,
  pair: readonly PolicyView[],
): WeighedPair["by"] {
  if (needs.includes("targetRank")) return "rank";
  const isGiven = log.exposure !== undefined || pair.some(({ exposure }) => exposure !== undefined);
  return isGiven ? "exposure" : "rank";
}

/** The slots that a policy by rank shows, by the column of its target ranks. */
function shownBy({ rank, exposure, views }: PolicyView): [string, Expression][] {
  return rank?.kind === "column" && exposure === undefined && views !== undefined
    ? [[rank.name, views.total]]
    : [];
}

/**
 * The tables that the verdicts read; undefined where no comparison needs them. In a log without trajectories every row is
 * one: of policies by exposure this says all that their checks read, of policies by rank it does not.
 */
export function comparisonRequestOf(
  questions: Questions,
  base: TallyRequest,
  { strata, sizes, counts }: Pick<SurveyedLog, "strata" | "sizes" | "counts">,
): ComparisonRequest | undefined {
  const { log, curve, views } = questions;
  const isByRow = log.spec.trajectory === undefined;
  const byRank = !isByRow && curve !== undefined && log.spec.rank !== undefined;
  const targets = byRank ? views.policies.flatMap((policy) => rankColumnOf(policy) ?? []) : [];
  const weighed = weighedPairs(questions);
  if (targets.length + weighed.length === 0) return undefined;
  const trajectoryHalvings = isByRow
    ? 0
    : Math.max(0, Math.ceil(log2(base.impressions / everyTrajectory)));
  const isSampled = trajectoryHalvings > 0;
  const rowsByFeed = new Map<string | null, number>();
  strata.forEach(({ feed }, at) => {
    rowsByFeed.set(feed, (rowsByFeed.get(feed) ?? 0) + (sizes[at] ?? 0));
  });
  return {
    base,
    byTrajectory: isSampled ? sampledTrajectories(base.rows, trajectoryHalvings) : base.rows,
    trajectoryHalvings,
    groups: groupSampleOf(rowsByFeed),
    ...offeredOf(questions, weighed, base.impressions + (counts.notViewedRows ?? 0)),
    ...(log.spec.day === undefined
      ? {}
      : { periods: periodsOf(strata.flatMap(({ day }) => day ?? [])) }),
    targets: [...new Set(targets)],
    shown: new Map(views.policies.flatMap(shownBy)),
    weighed,
    ...usersOf(questions),
  };
}

/** What tells the lists of a user's sessions apart: the weights by which the study's first estimator decides. */
function usersOf({ study, log, views }: Questions): Pick<ComparisonRequest, "usersOf"> {
  const { user, trajectory } = log.spec;
  const [decider] = decidersOf(study);
  const isAsked = user !== undefined && trajectory !== undefined && !viewsUnknown(study.log);
  if (!isAsked || decider === undefined) return {};
  const weights = views.policies.flatMap((policy) => {
    const weight = weightBy(placementOf(decider, views.log, [policy]), views.log, policy);
    return policy.isLogged || isReason(weight) ? [] : [{ candidate: policy.name, weight }];
  });
  return weights.length === 0 ? {} : { usersOf: weights };
}

/**
 * Offered rows, for views by logged exposure, and rows with their items. Days and trajectories that a study leaves out would have to be left
 * out of them, too.
 */
function offeredOf(
  { study, log }: Questions,
  weighed: readonly WeighedPair[],
  count: number,
): Pick<ComparisonRequest, "offered" | "items"> {
  const { offered, exposure } = log;
  const { fitDays } = study.exposure;
  const isWhole = study.log.invalid !== "excludeTrajectories" && fitDays === undefined;
  if (exposure === undefined || weighed.length === 0 || !isWhole) return {};
  const rows = offered === undefined ? log : { ...log, rows: offered };
  const item = useOf(log, "item");
  // The text of other numbers differs by engine.
  const isText = typeof item?.source === "object" && /^(bigint|text)$/.test(item.source.type);
  return {
    ...(offered && { offered: { rows: impressions(rows), count } }),
    ...(item && isText && { items: impressions(rows, [[itemAlias, readUse(item)]]) }),
  };
}

/**
 * Candidates by exposure. Of policies by rank no table holds pairs: a tally answers for any of them as the
 * baseline.
 */
function weighedPairs({ study, views: { log, policies } }: Questions): readonly WeighedPair[] {
  const baseline = policies.find(({ name }) => name === study.baseline);
  if (baseline === undefined) return [];
  const candidates = policies.filter(({ name }) => name !== baseline.name && name !== LOGGED);
  return candidates.flatMap((candidate) => {
    if (candidate.isLogged && baseline.isLogged) return [];
    const ways = decidersOf(study).map((decider) =>
      placementOf(decider, log, [candidate, baseline]),
    );
    return [...new Set(ways)].flatMap((by): readonly WeighedPair[] => {
      if (by === "rank") return [];
      const [ofPolicy, ofBase] = [candidate, baseline].map((policy) => weightBy(by, log, policy));
      if (ofPolicy === undefined || ofBase === undefined || isReason(ofPolicy) || isReason(ofBase))
        return [];
      const names = { candidate: candidate.name, baseline: baseline.name };
      const declared = { views: candidate.views, baseViews: baseline.views };
      return [{ ...names, by, weight: ofPolicy, baseWeight: ofBase, ...declared }];
    });
  });
}

const weightBy = (by: WeighedPair["by"], log: LogView, policy: PolicyView) =>
  by === "exposure"
    ? weight(log, policy)
    : weight({ ...log, exposure: undefined }, { ...policy, exposure: undefined });

const decidersOf = (study: Study): readonly Estimator[] =>
  study.estimators.flatMap(({ name, parameters }) => {
    const member = membersOf(study).estimators.find((estimator) => estimator.name === name);
    return member !== undefined && mayDecide(member, parameters) ? [member] : [];
  });
