import type { BoundLog } from "../../log/bind.js";
import { canonical } from "../../log/canonical.js";
import { impressions } from "../../log/impressions.js";
import type { CanonicalColumn } from "../../log/role.js";
import type { Stratum } from "../../log/strata.js";
import { type Summary, summaryOf } from "../../log/summary.js";
import type { Connection } from "../../sql/engine.js";
import { cast, column, max, text } from "../../sql/expression.js";
import { plan } from "../../sql/plan.js";
import { group, type Named, type Relation, select } from "../../sql/relation.js";
import type { WidePlan } from "../../sql/run/chunks.js";
import { collectWide } from "../../sql/run/collect-wide.js";
import { placeIn } from "../../tally/place-in.js";

/** The deepest displayed rank, target rank or list length of the log. */
export function deepestRank(log: BoundLog, summary: Summary): number {
  const columns = [
    canonical.rank,
    canonical.listLength,
    ...log.policies.map((_, i) => canonical.targetRank(i)),
  ];
  return columns.reduce((most, rank) => Math.max(most, deepestOf(log, summary, rank)), 1);
}

/** The end of the longest list, where the log says how long lists are. */
export function longestList(log: BoundLog, summary: Summary): { readonly longest?: number } {
  const range =
    log.spec.listLength === undefined ? null : summaryOf(log, summary, canonical.listLength).range;
  return range === null || range === undefined ? {} : { longest: range[1] };
}

/** As far as a curve is read: candidates that were not viewed may lie deeper than every row of the log. */
export const deepestOnCurve = (log: BoundLog, summary: Summary): number =>
  Math.max(deepestRank(log, summary), summary.deepestCandidate ?? 1);

/** The deepest displayed or target rank of the candidates of a log, if it has any. */
export async function deepestCandidate(
  connection: Connection,
  log: BoundLog,
): Promise<Pick<Summary, "deepestCandidate">> {
  const byFeed = await candidatesByFeed(connection, log);
  return byFeed.size === 0 ? {} : { deepestCandidate: Math.max(...byFeed.values()) };
}

export const deepestView = (log: BoundLog, summary: Summary): number =>
  deepestOf(log, summary, canonical.rank);

const deepestOf = (log: BoundLog, summary: Summary, rank: CanonicalColumn): number =>
  summaryOf(log, summary, rank).range?.[1] ?? 1;

interface RankedLog {
  readonly log: BoundLog;
  readonly rows: Relation;
  readonly summary: Summary;
  readonly strata: readonly Stratum[];
}

/** The deepest displayed or target rank of every feed, of all for null, candidates' too: as far as its curve must reach. */
export async function deepestByFeed(
  connection: Connection,
  { log, rows, summary, strata }: RankedLog,
): Promise<(feed: string | null) => number> {
  const feeds = new Set(strata.map(({ feed }) => feed));
  const columns = rankColumns(log, summary);
  const { deepestCandidate: listed = 1 } = summary;
  const whole = Math.max(listed, ...columns.map((rank) => deepestOf(log, summary, rank)));
  if (feeds.size === 1) return () => whole;
  const byFeed = await deepestOfColumns(connection, log, rows, columns);
  const candidates = await candidatesByFeed(connection, log);
  return (feed) =>
    feed === null ? whole : Math.max(placeIn(byFeed, feed, "feed"), candidates.get(feed) ?? 1);
}

/** The deepest displayed rank of every feed; null stands for a log without feeds. */
export const deepestViews = (
  connection: Connection,
  log: BoundLog,
  rows: Relation,
): Promise<ReadonlyMap<string | null, number>> =>
  deepestOfColumns(connection, log, rows, [canonical.rank]);

async function deepestOfColumns(
  { engine, options }: Connection,
  log: BoundLog,
  rows: Relation,
  columns: readonly CanonicalColumn[],
): Promise<ReadonlyMap<string | null, number>> {
  const [table] = await collectWide(engine, [deepestPlan(log, rows, columns)], options);
  const byFeed = new Map<string | null, number>();
  for (let i = 0; i < table.rows; i++) {
    const feed = log.spec.feed === undefined ? null : table.text("feed", i);
    const tops = columns.map((_, at) => table.numberOrZero(`deepest_${at}`, i));
    byFeed.set(feed, Math.max(1, ...tops));
  }
  return byFeed;
}

/** Ideals of negative rewards reach to the end of the list; nothing else does. */
const rankColumns = (log: BoundLog, summary: Summary): readonly CanonicalColumn[] => [
  canonical.rank,
  ...(log.rewards.some((_, i) => (summaryOf(log, summary, canonical.reward(i)).range?.[0] ?? 0) < 0)
    ? [canonical.listLength]
    : []),
  ...targetRanks(log),
];

const targetRanks = ({ policies }: BoundLog): readonly CanonicalColumn[] =>
  policies.flatMap(({ rank, score }, i) =>
    rank === undefined && score === undefined ? [] : [canonical.targetRank(i)],
  );

/** Empty where the log has no candidates, or nothing is predicted for them. */
async function candidatesByFeed(
  connection: Connection,
  log: BoundLog,
): Promise<ReadonlyMap<string | null, number>> {
  const { candidates, spec } = log;
  const isPredicted = Object.values(spec.rewards).some(
    ({ prediction }) => prediction !== undefined,
  );
  if (candidates === undefined || !(isPredicted || spec.cluster !== undefined)) return new Map();
  const ranks = candidates.spec.rank === undefined ? [] : [canonical.rank];
  const columns = [...ranks, ...targetRanks(candidates)];
  if (columns.length === 0) return new Map();
  return deepestOfColumns(connection, candidates, impressions(candidates), columns);
}

function deepestPlan(log: BoundLog, rows: Relation, ranks: readonly CanonicalColumn[]): WidePlan {
  const tops = ranks.map((rank, at): Named => [`top_${at}`, max(rank)]);
  const byFeed = group(rows, [canonical.feed.name], tops);
  const feed = log.spec.feed === undefined ? text("") : cast(canonical.feed, "text");
  const named = ranks.map((_, at): Named => [`deepest_${at}`, column(`top_${at}`)]);
  const deepest = select(byFeed, [["feed", feed], ...named]);
  const declared = Object.fromEntries(named.map(([name]) => [name, "bigint" as const]));
  return { ...plan("deepest rank by feed", deepest, declared), keys: ["feed"] };
}
