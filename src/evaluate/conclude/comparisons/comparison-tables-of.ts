import type { ComparisonTables } from "../../../checks/comparison-tables.js";
import { binnedCurve, ranksNeeded } from "../../../checks/deep-ranks.js";
import type { ComparisonSource } from "../../../checks/feed-rows.js";
import { asViewed, countsViews, holdsAllRows } from "../../../checks/offered-rows.js";
import { once } from "../../../checks/once.js";
import { asLoggedTables, weightedTables } from "../../../checks/placed-tables.js";
import { readLaterSessions } from "../../../checks/read-later-sessions.js";
import type { LogTables, PairTables, PolicyTables } from "../../../checks/tables.js";
import type { Estimator, PolicyView } from "../../../estimators/estimator.js";
import { mayDecide } from "../../../estimators/may-decide.js";
import type { CurveSpec } from "../../../exposure/curve.js";
import { measuredCurve } from "../../../exposure/index.js";
import { valueOfFeed } from "../../../exposure/per-feed.js";
import { tabulate } from "../../../exposure/tabulate.js";
import { atRank, trustByRank } from "../../../exposure/trust-view.js";
import { describeSource, type SourceSpec } from "../../../log/sources/index.js";
import { viewsUnknown } from "../../../log/viewed-rows.js";
import { membersOf } from "../../../study/members.js";
import {
  pairsOfComparison,
  weightsOfComparison,
} from "../../../tally/comparisons/comparison-shapes.js";
import { middleOfBin } from "../../../tally/comparisons/rank-bins.js";
import { requestOfFeed } from "../../curves/curve-requests.js";
import { placementOf, rankColumnOf } from "../../sums/comparison-request-of.js";
import type { Missing } from "../difference-rows.js";
import type { OpenTally } from "../open-tally.js";
import {
  comparisonSourceOf,
  logTablesIn,
  pairTablesIn,
  policyTablesIn,
} from "./comparison-source.js";

export type ComparisonKey = Omit<Missing, "none">;

type PlacedTables = Pick<
  ComparisonTables,
  "curve" | "curveIs" | "log" | "policy" | "base" | "pair"
>;

/**
 * The tables of a comparison. Undefined where the tally holds none: for estimators that say nothing of views, logs
 * without trajectories, and tallies of earlier versions.
 */
export function comparisonTablesOf(
  base: OpenTally,
  row: ComparisonKey,
): ComparisonTables | undefined {
  const estimator = deciderOf(base, row);
  const { log, policies } = base.questions.views;
  const [candidate, baseline] = [row.policy, row.baseline].map((name) =>
    policies.find((policy) => policy.name === name),
  );
  if (estimator === undefined || candidate === undefined || baseline === undefined)
    return undefined;
  const { ofViews } = estimator;
  const by = placementOf(estimator, log, [candidate, baseline]);
  const placed = (by === "rank" ? byRank : byExposure)(base, row.feed, candidate, baseline);
  if (placed === undefined) return undefined;
  const tables: ComparisonTables = {
    candidate: row.policy,
    baseline: row.baseline,
    reward: row.reward,
    worth: (sums, added) => ofViews(row.estimand, sums, added),
    ...placed,
    ...(baseline.isLogged && laterIn(base, row)),
    ...declared(base, row),
    ...trustIn(base, placed.log),
  };
  const mayBeOffered = by === "rank" && tables.curveIs === "given" && !countsViews(tables);
  const isOffered = viewsUnknown(base.study.log) || holdsAllRows(tables.log);
  return mayBeOffered && isOffered ? asViewed(tables) : tables;
}

function laterIn(base: OpenTally, { feed, reward, policy }: ComparisonKey) {
  const source = comparisonSourceOf(base, feed);
  const at = source.rewards.findIndex(({ name }) => name === reward);
  const later = readLaterSessions(source, at, policy);
  return later && { later };
}

/** The estimator of a row, where it estimates the reward and its value follows from views. */
function deciderOf({ study }: OpenTally, row: ComparisonKey) {
  const estimator = membersOf(study).estimators.find(({ name }) => name === row.estimator);
  const ofViews: Estimator["ofViews"] = estimator?.ofViews;
  if (estimator === undefined || ofViews === undefined) return undefined;
  return mayDecide(estimator, row.parameters) ? { needs: estimator.needs, ofViews } : undefined;
}

/** Policies by rank: by displayed and target rank each, and together where the baseline is not the log. */
function byRank(
  base: OpenTally,
  feed: string | null,
  candidate: PolicyView,
  baseline: PolicyView,
): PlacedTables | undefined {
  const { curve: curves } = base.questions;
  const curve = curves && valueOfFeed(curves, feed);
  const [target, against] = [rankColumnOf(candidate), rankColumnOf(baseline)];
  const columns = [target, against].filter((name) => typeof name === "string");
  if (curve === undefined || target === undefined || against === undefined) return undefined;
  const source = comparisonSourceOf(base, feed);
  const log = deepest(source, columns);
  if (log === undefined) return undefined;
  const tablesOf = (name: string) => policyTablesIn(source, name, log.ranks);
  const curveIs = kindOf(base, feed);
  const common = { curve: curveIn(log, curve), curveIs, log };
  if (against === null) {
    return target === null ? undefined : { ...common, policy: tablesOf(target) };
  }
  const ofBase = tablesOf(against);
  const pair = pairTablesIn(source, weightsOfComparison(namesOf(candidate, baseline, "rank")));
  return {
    ...common,
    policy: target === null ? asLoggedTables(ofBase) : tablesOf(target),
    base: ofBase,
    ...(pair && { pair }),
  };
}

/** Policies by exposure: by displayed rank and the weights of both. */
function byExposure(
  base: OpenTally,
  feed: string | null,
  candidate: PolicyView,
  baseline: PolicyView,
): PlacedTables | undefined {
  const source = comparisonSourceOf(base, feed);
  const weights = weightsOfComparison(namesOf(candidate, baseline, "exposure"));
  const [log, pair] = [logTablesIn(source, weights), pairTablesIn(source, weights)];
  if (log === undefined || pair === undefined) return undefined;
  const { curve: curves } = base.questions;
  const curve = curves && valueOfFeed(curves, feed);
  return {
    curve: curve === undefined ? [] : curveIn(log, curve),
    curveIs: "given",
    log,
    policy: weightedTables(pair, pair.weight, log.ranks, pair),
    ...(baseline.isLogged
      ? {}
      : { base: weightedTables(pair, pair.baseWeight, log.ranks, ofBaseline(pair)) }),
    pair,
  };
}

const curveIn = once((log: LogTables, curve: CurveSpec): readonly number[] =>
  binnedCurve(tabulate(curve, ranksNeeded(log.ranks)), log),
);

/** The study's trust bias by the ranks of the tables: of a bin of ranks, that of its middle. */
function trustIn({ study }: OpenTally, { ranks }: LogTables): Pick<ComparisonTables, "trust"> {
  const { trust } = study.exposure;
  if (trust === undefined) return {};
  if ("fallsBy" in trust) return { trust };
  const { slope, base } = trustByRank(trust);
  const byBin = (table: readonly number[]): readonly number[] =>
    Array.from({ length: ranks }, (_, at) => atRank(table, Math.floor(middleOfBin(at + 1))));
  return { trust: { slope: byBin(slope), base: byBin(base) } };
}

const ofBaseline = ({
  baseViews,
  baseByExposure,
}: PairTables): Pick<PolicyTables, "views" | "byExposure"> => ({
  ...(baseViews && { views: baseViews }),
  ...(baseByExposure && { byExposure: baseByExposure }),
});

const namesOf = (candidate: PolicyView, baseline: PolicyView, by: "rank" | "exposure") => ({
  candidate: candidate.name,
  baseline: baseline.name,
  by,
});

function declared(
  { study }: OpenTally,
  { reward, policy, baseline }: ComparisonKey,
): Pick<ComparisonTables, "unlogged" | "candidatesIn" | "declared" | "itemsUnnamed"> {
  const { item, candidates: listed, rows } = study.log;
  const isNamed = item !== undefined && (listed !== undefined || rows === "offered");
  const { unlogged } = study.log.rewards[reward] ?? {};
  const { candidates } = study.policies[policy] ?? {};
  const policySpecs = [policy, baseline].flatMap((name) => study.policies[name] ?? []);
  const keys = (["trainedUntil", "chosenFrom"] as const).filter((key) =>
    policySpecs.every((policySpec) => policySpec[key] !== undefined),
  );
  return {
    declared: keys,
    ...(unlogged && { unlogged }),
    ...(!isNamed && { itemsUnnamed: true }),
    ...(candidates && { candidatesIn: nameOfSource(candidates.source) }),
  };
}

/** A file without its folder: sentences do not depend on where a study lies. */
const nameOfSource = (source: SourceSpec): string =>
  describeSource(source, "its candidates").replace(/^.*[/\\]/, "");

/** The log's tables to the deepest rank that either policy names: deeper ones of the other would weigh 0. */
function deepest(source: ComparisonSource, targets: readonly string[]): LogTables | undefined {
  const logs = targets.flatMap((target) => logTablesIn(source, pairsOfComparison(target)) ?? []);
  const [first, second = first] = logs;
  return first !== undefined && second !== undefined && second.ranks > first.ranks ? second : first;
}

/** How the study came to its curve: a measured table is the log's own, unless other days taught it. */
function kindOf({ study }: OpenTally, feed: string | null): ComparisonTables["curveIs"] {
  const request = requestOfFeed(study.exposure, feed);
  if (request !== undefined && "model" in request) return "given";
  const isMeasured = request !== undefined && "fit" in request && request.tail === undefined;
  const isOfTheseDays = study.exposure.fitDays === undefined;
  const isTable = isMeasured && request.fit === measuredCurve.name;
  return isTable && isOfTheseDays ? "measured" : "parametric";
}
