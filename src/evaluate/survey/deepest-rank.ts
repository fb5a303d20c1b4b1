import {
  type BoundLog,
  type CanonicalColumn,
  canonical,
  type Summary,
  summaryOf,
} from "../../log/index.js";
import {
  type Connection,
  cast,
  collectWide,
  column,
  group,
  max,
  type Named,
  plan,
  type Relation,
  select,
  text,
  type WidePlan,
} from "../../sql/index.js";
import { placeIn } from "../../tally/place-in.js";
import type { SurveyedLog } from "./survey-log.js";

/** The deepest displayed rank, target rank or list length of the log. */
export function deepestRank(log: BoundLog, summary: Summary): number {
  const columns = [
    canonical.rank,
    canonical.listLength,
    ...log.policies.map((_, i) => canonical.targetRank(i)),
  ];
  return columns.reduce((most, rank) => Math.max(most, deepestOf(log, summary, rank)), 1);
}

/** The deepest displayed rank. */
export const deepestView = (log: BoundLog, summary: Summary): number =>
  deepestOf(log, summary, canonical.rank);

const deepestOf = (log: BoundLog, summary: Summary, rank: CanonicalColumn): number =>
  summaryOf(log, summary, rank).range?.[1] ?? 1;

/** The deepest displayed or target rank of every feed, of all for null: as far as its curve must reach. */
export async function deepestByFeed(
  connection: Connection,
  { log, rows, summary, strata }: Pick<SurveyedLog, "log" | "rows" | "summary" | "strata">,
): Promise<(feed: string | null) => number> {
  const feeds = new Set(strata.map(({ feed }) => feed));
  const columns = rankColumns(log, summary);
  const whole = Math.max(...columns.map((rank) => deepestOf(log, summary, rank)));
  if (feeds.size === 1) return () => whole;
  const found = await deepestOfColumns(connection, log, rows, columns);
  return (feed) => (feed === null ? whole : placeIn(found, feed, "feed"));
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
  const found = new Map<string | null, number>();
  for (let i = 0; i < table.rows; i++) {
    const feed = log.spec.feed === undefined ? null : table.text("feed", i);
    const tops = columns.map((_, at) => table.numberOrZero(`deepest_${at}`, i));
    found.set(feed, Math.max(1, ...tops));
  }
  return found;
}

/** Ideals of negative rewards reach to the end of the list; nothing else does. */
const rankColumns = (log: BoundLog, summary: Summary): readonly CanonicalColumn[] => [
  canonical.rank,
  ...(log.rewards.some((_, i) => (summaryOf(log, summary, canonical.reward(i)).range?.[0] ?? 0) < 0)
    ? [canonical.listLength]
    : []),
  ...log.policies.flatMap(({ rank, score }, i) =>
    rank === undefined && score === undefined ? [] : [canonical.targetRank(i)],
  ),
];

function deepestPlan(log: BoundLog, rows: Relation, ranks: readonly CanonicalColumn[]): WidePlan {
  const tops = ranks.map((rank, at): Named => [`top_${at}`, max(rank)]);
  const byFeed = group(rows, [canonical.feed.name], tops);
  const feed = log.spec.feed === undefined ? text("") : cast(canonical.feed, "text");
  const named = ranks.map((_, at): Named => [`deepest_${at}`, column(`top_${at}`)]);
  const deepest = select(byFeed, [["feed", feed], ...named]);
  const declared = Object.fromEntries(named.map(([name]) => [name, "bigint" as const]));
  return { ...plan("deepest rank by feed", deepest, declared), keys: ["feed"] };
}
