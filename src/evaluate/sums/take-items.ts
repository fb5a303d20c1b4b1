import type { Comparison } from "../../checks/comparison.js";
import type { ComparisonTables } from "../../checks/comparison-tables.js";
import { binnedCurve, ranksNeeded } from "../../checks/deep-ranks.js";
import type { ComparisonSource } from "../../checks/feed-rows.js";
import { totalOf } from "../../checks/grouped-sums.js";
import { readLogTables } from "../../checks/read-log-tables.js";
import { readPolicyTables } from "../../checks/read-policy-tables.js";
import { supportOf } from "../../checks/seen-missing.js";
import { tableOf } from "../../checks/tables.js";
import { mayRestOnTrust } from "../../checks/trust-falls.js";
import { InternalError } from "../../errors.js";
import type { CurveByFeed } from "../../exposure/curve-spec.js";
import { valueOfFeed } from "../../exposure/per-feed.js";
import { tabulate } from "../../exposure/tabulate.js";
import type { BoundLog } from "../../log/bind.js";
import { canonical } from "../../log/canonical.js";
import { withoutInvalid } from "../../log/exclude.js";
import { canonicalNames, impressions } from "../../log/impressions.js";
import { readUse, useOf } from "../../log/role-use.js";
import { summaryOf } from "../../log/summary.js";
import { viewsUnknown } from "../../log/viewed-rows.js";
import { sum } from "../../numeric/sum.js";

import type { Connection } from "../../sql/engine.js";
import { cast } from "../../sql/expression.js";
import type { Named, Relation } from "../../sql/relation.js";
import type { Study } from "../../study/study.js";
import type { ComparisonRequest } from "../../tally/comparisons/comparison-request.js";
import { pairsOfComparison } from "../../tally/comparisons/comparison-shapes.js";
import { takeItemTables } from "../../tally/comparisons/items-of-comparisons.js";
import { takeSlopesOfItems } from "../../tally/comparisons/slopes-of-items.js";
import { tableIn } from "../../tally/shape.js";
import type { TallyTable } from "../../tally/tally.js";
import { withoutDays } from "../curves/fit-days.js";
import type { SurveyedLog } from "../survey/survey-log.js";

export interface ItemInputs {
  readonly study: Study;
  readonly evaluated: SurveyedLog;
  readonly curve: CurveByFeed | undefined;
}

type Tables = Readonly<Record<string, TallyTable>>;

/**
 * What the log knows of the items of policies of which it lacks views, where it names items and all candidates are known;
 * and how rewards of items change with their rank, where a verdict may rest on it. Else nothing is asked of the engine.
 */
export async function takeItems(
  { engine, options }: Connection,
  { study, evaluated, curve }: ItemInputs,
  comparisons: ComparisonRequest,
  tables: Tables,
): Promise<Tables> {
  const { log, summary } = evaluated;
  const { candidates, spec } = log;
  if (spec.item === undefined || curve === undefined || viewsUnknown(spec)) return {};
  const rewards = log.rewards.map(({ name }, at) => ({
    name,
    range: summaryOf(log, summary, canonical.reward(at)).range ?? ([0, 0] as const),
  }));
  const [first] = comparisons.targets;
  if (first === undefined || rewards.length === 0) return {};
  const feeds = new Set(tableIn(tables, pairsOfComparison(first))?.strata.map(({ feed }) => feed));
  const sources = [...feeds].map(
    (feed): ComparisonSource => ({
      tables,
      feed,
      listsKnown: spec.listLength !== undefined,
      rewards,
    }),
  );
  const inAnyFeed = (holds: (comparison: ComparisonTables) => boolean, target: string): boolean =>
    sources.some((source) => plainLines(source, target, curve).some(holds));
  const item = itemsIn([log, ...(candidates ? [candidates] : [])]);
  if (item === undefined) return {};
  const request = {
    comparisons: {
      ...comparisons,
      base: { ...comparisons.base, rows: rowsWith(item(log), study, evaluated) },
    },
    means: new Map(sources.map((source) => [source.feed, meansIn(source, first)])),
  };
  const lacking = comparisons.targets.filter(
    (target) => comparisons.shown?.has(target) !== true && inAnyFeed(lacksViews, target),
  );
  const byCandidates =
    candidates === undefined || lacking.length === 0
      ? {}
      : await takeItemTables(
          engine,
          { ...request, candidates: impressions(candidates, [item(candidates)]), targets: lacking },
          options,
        );
  const rests =
    study.exposure.trust === undefined &&
    comparisons.targets.some((target) => inAnyFeed(mayRestOnTrust, target));
  return { ...byCandidates, ...(rests ? await takeSlopesOfItems(engine, request, options) : {}) };
}

/** The rows that are evaluated, with a further column of the source. */
function rowsWith(more: Named, study: Study, { log, counts }: SurveyedLog): Relation {
  const read = counts.excludedTrajectories === undefined ? impressions : withoutInvalid;
  const { fitDays } = study.exposure;
  const rows = read(log, [more]);
  return fitDays === undefined ? rows : withoutDays(rows, fitDays);
}

/**
 * The item of a row of the log or of its candidates: as text, unless all hold whole numbers. Undefined where ranks follow
 * from scores and the order of items, which is another one as text.
 */
function itemsIn(logs: readonly BoundLog[]): ((of: BoundLog) => Named) | undefined {
  const use = (of: BoundLog) => {
    const roleUse = useOf(of, "item");
    if (roleUse === undefined) throw new InternalError("Expected items.");
    return roleUse;
  };
  const isWhole = (of: BoundLog): boolean => {
    const { source } = use(of);
    return typeof source === "object" && source.type === "bigint";
  };
  const areWhole = logs.every(isWhole);
  const ranksByItem = (of: BoundLog) => canonicalNames(of).includes(canonical.item.name);
  if (!areWhole && logs.some((of) => isWhole(of) && ranksByItem(of))) return undefined;
  return (of) => {
    const key = readUse(use(of));
    return [canonical.item.name, areWhole ? key : cast(key, "text")];
  };
}

/** A policy's comparisons of a feed against the log, by what its views earn. */
function plainLines(
  source: ComparisonSource,
  target: string,
  curves: CurveByFeed,
): readonly ComparisonTables[] {
  const log = readLogTables(source, pairsOfComparison(target));
  const spec = valueOfFeed(curves, source.feed);
  if (log === undefined || spec === undefined) return [];
  const policy = readPolicyTables(source, target, log.ranks);
  const curve = binnedCurve(tabulate(spec, ranksNeeded(log.ranks)), log);
  return source.rewards.map(({ name }) => ({
    ...{ candidate: target, baseline: "", reward: name, curve, curveIs: "given", log, policy },
    worth: ({ reward }, added) => reward + added.reward,
  }));
}

/** Whether views of a policy are seen to be missing from a feed. */
const lacksViews = (comparison: ComparisonTables): boolean =>
  supportOf({ ...comparison, comparisons: 1 } as Comparison).seen > 0;

/** Rewards a logged view. */
function meansIn(source: ComparisonSource, target: string) {
  const log = readLogTables(source, pairsOfComparison(target));
  if (log === undefined) return [];
  const views = Math.max(1, sum(totalOf(log.views).views));
  return source.rewards.map(({ name }) => {
    const totals = totalOf(tableOf(log.rewards, name).byDepth);
    const positive = sum(totals.positiveSum);
    return { positive: positive / views, negative: (positive - sum(totals.sum)) / views };
  });
}
