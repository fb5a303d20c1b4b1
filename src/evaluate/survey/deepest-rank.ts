import { type BoundLog, type Summary, summaryOf } from "../../log/index.js";
import {
  type Connection,
  cast,
  column,
  group,
  max,
  type Named,
  type Relation,
  select,
  text,
} from "../../sql/index.js";
import { collectWide, type WidePlan } from "../../tally/index.js";
import type { Surveyed } from "./survey-log.js";

/** The deepest displayed rank, target rank or list length of the log. */
export function deepestRank(log: BoundLog, summary: Summary): number {
  const columns = ["h_rank", "h_length", ...log.policies.map((_, i) => `h_rank_${i}`)];
  return columns.reduce((most, name) => Math.max(most, deepestOf(summary, name)), 1);
}

/** The deepest displayed rank. */
export const deepestView = (summary: Summary): number => deepestOf(summary, "h_rank");

const deepestOf = (summary: Summary, name: string): number =>
  summaryOf(summary, name).range?.[1] ?? 1;

/** The deepest displayed or target rank of every feed, of all for null: as far as its curve must reach. */
export async function deepestByFeed(
  connection: Connection,
  { log, rows, summary, strata }: Pick<Surveyed, "log" | "rows" | "summary" | "strata">,
): Promise<(feed: string | null) => number> {
  const feeds = new Set(strata.map(({ feed }) => feed));
  const columns = rankColumns(log, summary);
  const whole = Math.max(...columns.map((name) => deepestOf(summary, name)));
  if (feeds.size === 1) return () => whole;
  const found = await deepestOfColumns(connection, log, rows, columns);
  return (feed) => (feed === null ? whole : (found.get(feed) ?? 1));
}

/** The deepest displayed rank of every feed; null stands for a log without feeds. */
export const deepestViews = (
  connection: Connection,
  log: BoundLog,
  rows: Relation,
): Promise<ReadonlyMap<string | null, number>> =>
  deepestOfColumns(connection, log, rows, ["h_rank"]);

async function deepestOfColumns(
  { engine, options }: Connection,
  log: BoundLog,
  rows: Relation,
  columns: readonly string[],
): Promise<ReadonlyMap<string | null, number>> {
  const [table] = await collectWide(engine, [deepestPlan(log, rows, columns)], options);
  const found = new Map<string | null, number>();
  for (let i = 0; i < table.rows; i++) {
    const feed = table.columns.get("feed")?.[i] ?? null;
    const isKnown = log.spec.feed !== undefined && feed !== null;
    const tops = columns.map((_, at) => Number(table.columns.get(`deepest_${at}`)?.[i] ?? 1));
    found.set(isKnown ? String(feed) : null, Math.max(1, ...tops));
  }
  return found;
}

/** Ideals of negative rewards reach to the end of the list; nothing else does. */
const rankColumns = (log: BoundLog, summary: Summary): readonly string[] => [
  "h_rank",
  ...(log.rewards.some((_, i) => (summaryOf(summary, `h_reward_${i}`).range?.[0] ?? 0) < 0)
    ? ["h_length"]
    : []),
  ...log.policies.flatMap(({ rank, score }, i) =>
    rank === undefined && score === undefined ? [] : [`h_rank_${i}`],
  ),
];

function deepestPlan(log: BoundLog, rows: Relation, ranks: readonly string[]): WidePlan {
  const tops = ranks.map((name, at): Named => [`top_${at}`, max(column(name))]);
  const byFeed = group(rows, ["h_feed"], tops);
  const feed = log.spec.feed === undefined ? text("") : cast(column("h_feed"), "text");
  const named = ranks.map((_, at): Named => [`deepest_${at}`, column(`top_${at}`)]);
  return {
    purpose: "deepest rank by feed",
    keys: ["feed"],
    relation: select(byFeed, [["feed", feed], ...named]),
    columns: [
      { name: "feed", type: "text" },
      ...named.map(([name]) => ({ name, type: "bigint" as const })),
    ],
  };
}
