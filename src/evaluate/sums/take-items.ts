import { binnedCurve, ranksNeeded } from "../../dangers/deep-ranks.js";
import type { LineSource } from "../../dangers/feed-rows.js";
import { totalOf } from "../../dangers/grouped-sums.js";
import type { Line } from "../../dangers/line.js";
import { readLogTables, readPolicyTables } from "../../dangers/read-line-tables.js";
import { sum, tableOf } from "../../dangers/reading.js";
import { supportOf } from "../../dangers/seen-missing.js";
import { InternalError } from "../../errors.js";
import { type CurveByFeed, curveOfFeed } from "../../exposure/curve-spec.js";
import { tabulate } from "../../exposure/tabulate.js";
import {
  type BoundLog,
  canonical,
  impressions,
  summaryOf,
  useOf,
  viewsUnknown,
  withoutInvalid,
} from "../../log/index.js";
import { readUse } from "../../log/role-use.js";
import { type Connection, cast, type Named, type Relation } from "../../sql/index.js";
import type { Study } from "../../study/index.js";
import {
  type ItemRequest,
  type LineRequest,
  pairsOfLine,
  type TallyTable,
  takeItemTables,
} from "../../tally/index.js";
import { withoutDays } from "../curves/fit-days.js";
import type { SurveyedLog } from "../survey/survey-log.js";

/** Of which study and log, and under which curve. */
export interface ItemsAsked {
  readonly study: Study;
  readonly evaluated: SurveyedLog;
  readonly curve: CurveByFeed | undefined;
}

type Tables = Readonly<Record<string, TallyTable>>;

/**
 * What the log knows of the items of policies of which it lacks views: where it names items, and all candidates are
 * known. Nothing is asked of the engine where no view is seen to be missing.
 */
export async function takeItems(
  { engine, options }: Connection,
  { study, evaluated, curve }: ItemsAsked,
  lines: LineRequest,
  tables: Tables,
): Promise<Tables> {
  const { log, summary } = evaluated;
  const { candidates, spec } = log;
  if (candidates === undefined || spec.item === undefined || viewsUnknown(spec)) return {};
  if (curve === undefined) return {};
  const rewards = log.rewards.map(({ name }, at) => ({
    name,
    range: summaryOf(log, summary, canonical.reward(at)).range ?? ([0, 0] as const),
  }));
  const [first] = lines.targets;
  if (first === undefined || rewards.length === 0) return {};
  const feeds = new Set(tables[pairsOfLine(first)]?.strata.map(({ feed }) => feed));
  const sources = [...feeds].map(
    (feed): LineSource => ({
      tables,
      feed,
      listsKnown: spec.listLength !== undefined,
      rewards,
    }),
  );
  const targets = lines.targets.filter(
    (target) =>
      lines.shown?.has(target) !== true &&
      sources.some((source) => lacksViews(source, target, curve)),
  );
  if (targets.length === 0) return {};
  const means = new Map(sources.map((source) => [source.feed, meansIn(source, first)]));
  const own = itemsIn(log, candidates);
  const base = { ...lines.base, rows: rowsWith(own(log), study, evaluated) };
  const request: ItemRequest = {
    lines: { ...lines, base },
    candidates: impressions(candidates, [own(candidates)]),
    targets,
    means,
  };
  return takeItemTables(engine, request, options);
}

/** The rows that are evaluated, with a further column of the source. */
function rowsWith(more: Named, study: Study, { log, counts }: SurveyedLog): Relation {
  const read = counts.excludedTrajectories === undefined ? impressions : withoutInvalid;
  const { fitDays } = study.exposure;
  const rows = read(log, [more]);
  return fitDays === undefined ? rows : withoutDays(rows, fitDays);
}

/** The item of a row of the log or of its candidates: as text, unless both hold whole numbers. */
function itemsIn(log: BoundLog, candidates: BoundLog): (of: BoundLog) => Named {
  const use = (of: BoundLog) => {
    const found = useOf(of, "item");
    if (found === undefined) throw new InternalError("Expected items.");
    return found;
  };
  const isWhole = (of: BoundLog): boolean => {
    const { source } = use(of);
    return typeof source === "object" && source.type === "bigint";
  };
  const areWhole = isWhole(log) && isWhole(candidates);
  return (of) => {
    const key = readUse(use(of));
    return [canonical.item.name, areWhole ? key : cast(key, "text")];
  };
}

/** Whether views of a policy are seen to be missing from a feed. */
function lacksViews(source: LineSource, target: string, curves: CurveByFeed): boolean {
  const log = readLogTables(source, pairsOfLine(target));
  const spec = curveOfFeed(curves, source.feed);
  const [reward] = source.rewards;
  if (log === undefined || spec === undefined || reward === undefined) return false;
  const line: Pick<Line, "log" | "policy" | "curve" | "reward" | "lines"> = {
    log,
    policy: readPolicyTables(source, target, log.ranks),
    curve: binnedCurve(tabulate(spec, ranksNeeded(log.ranks)), log),
    reward: reward.name,
    lines: 1,
  };
  return supportOf(line as Line).seen > 0;
}

/** Rewards a logged view. */
function meansIn(source: LineSource, target: string) {
  const log = readLogTables(source, pairsOfLine(target));
  if (log === undefined) return [];
  const views = Math.max(1, sum(totalOf(log.views).views));
  return source.rewards.map(({ name }) => {
    const totals = totalOf(tableOf(log.rewards, name).byDepth);
    const positive = sum(totals.positiveSum);
    return { positive: positive / views, negative: (positive - sum(totals.sum)) / views };
  });
}
