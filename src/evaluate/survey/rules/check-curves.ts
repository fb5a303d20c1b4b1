import { LogError, reason, UnsupportedError } from "../../../errors.js";
import type { CurveSpec } from "../../../exposure/curve.js";
import { cutoffOf } from "../../../exposure/curve-view.js";
import { tabulate } from "../../../exposure/tabulate.js";
import { type BoundLog, type Stratum, type Summary, summaryOf } from "../../../log/index.js";
import {
  type CallOptions,
  cast,
  column,
  type Engine,
  group,
  max,
  type Named,
  type Relation,
  select,
  text,
} from "../../../sql/index.js";
import { collectWide, type WidePlan } from "../../../tally/index.js";
import { curvesOf, type Exposure } from "../../curves/exposure.js";
import type { Surveyed } from "../survey-log.js";

/** Refuses feeds without a curve, and viewed ranks where a curve says that nothing is viewed. */
export async function requireSoundCurves(
  exposure: Exposure,
  { log, rows, summary, strata }: Pick<Surveyed, "log" | "rows" | "summary" | "strata">,
  engine: Engine,
  options: CallOptions,
): Promise<void> {
  requireCurveForEveryFeed(exposure, strata);
  if (log.spec.rank === undefined || !mayExceedCutoff(exposure, summary)) return;
  const [table] = await collectWide(engine, [deepestPlan(log, rows, ["h_rank"])], options);
  const deepest = new Map(
    Array.from({ length: table.rows }, (_, i): [string | null, number] => {
      const feed = table.columns.get("feed")?.[i] ?? null;
      const isKnown = log.spec.feed !== undefined && feed !== null;
      return [isKnown ? String(feed) : null, Number(table.columns.get("deepest_0")?.[i] ?? 1)];
    }),
  );
  requireRanksWithinCutoff(log, exposure, deepest);
}

/** Refuses feeds that no curve speaks of. */
function requireCurveForEveryFeed({ curve }: Exposure, strata: readonly Stratum[]): void {
  if (curve === undefined || "every" in curve) return;
  const missing = strata.find(({ feed }) => ownCurve(curve.byFeed, feed) === undefined);
  if (missing === undefined) return;
  const given = Object.keys(curve.byFeed).join(", ");
  const message = `Feed ${missing.feed ?? "(none)"} of the log has no curve; log.exposure.curve.byFeed gives ${given}. Add it there.`;
  throw new UnsupportedError(reason("feedWithoutCurve", message, { feed: missing.feed, given }));
}

const ownCurve = (
  byFeed: Readonly<Record<string, CurveSpec>>,
  feed: string | null,
): CurveSpec | undefined =>
  feed !== null && Object.hasOwn(byFeed, feed) ? byFeed[feed] : undefined;

/** The shallowest cut-off among a study's curves. */
function shallowestCutoff(exposure: Exposure): number {
  return Math.min(...curvesOf(exposure).map((spec) => cutoffOf(spec) ?? Infinity));
}

/** Refuses viewed ranks beyond their curve's cut-off, where the curve says that nothing is viewed. */
function requireRanksWithinCutoff(
  log: BoundLog,
  { curve }: Exposure,
  deepestByFeed: ReadonlyMap<string | null, number>,
): void {
  if (curve === undefined) return;
  for (const [feed, deepest] of deepestByFeed) {
    const spec = "every" in curve ? curve.every : ownCurve(curve.byFeed, feed);
    const cutoff = spec === undefined ? undefined : cutoffOf(spec);
    const ofFeed = feed === null ? "" : ` of feed ${feed}`;
    if (spec !== undefined && vanishesAt(spec, deepest)) {
      const message = `log.rank (column "${log.spec.rank}") holds a viewed item at rank ${deepest}${ofFeed}, where log.exposure.curve (${spec.model}) says that next to nothing is viewed (less than 1 in 1e70); choose a curve that falls less steeply.`;
      throw new LogError(reason("rankBeyondCurve", message, { feed, deepest, model: spec.model }));
    }
    if (cutoff === undefined || deepest <= cutoff) continue;
    const message = `log.rank (column "${log.spec.rank}") holds a viewed item at rank ${deepest}${ofFeed}, beyond the curve's cut-off ${cutoff}, where nothing is viewed; raise log.exposure.curve's cutoff to ${deepest} or more.`;
    throw new LogError(reason("rankBeyondCutoff", message, { feed, cutoff, deepest }));
  }
}

/** Whether any viewed rank may lie beyond a curve: only then feeds are looked at one by one. */
function mayExceedCutoff(exposure: Exposure, summary: Summary): boolean {
  const deepest = summaryOf(summary, "h_rank").range?.[1] ?? 1;
  const beyond = deepest > shallowestCutoff(exposure);
  return beyond || curvesOf(exposure).some((spec) => vanishesAt(spec, deepest));
}

/** Whether a curve, within its cut-off, is too small at a rank to be divided by. */
function vanishesAt(spec: CurveSpec, rank: number): boolean {
  const within = Math.min(rank, cutoffOf(spec) ?? rank);
  return within === rank && rank <= longestCurve && (tabulate(spec, rank)[rank - 1] ?? 1) < 1e-70;
}

/** Deeper curves are refused without a cut-off. */
const longestCurve = 65_536;

/** The deepest displayed or target rank of every feed: as far as its curve must reach. */
export async function deepestByFeed(
  engine: Engine,
  { log, rows, summary, strata }: Pick<Surveyed, "log" | "rows" | "summary" | "strata">,
  options: CallOptions,
): Promise<(feed: string | null) => number> {
  const feeds = new Set(strata.map(({ feed }) => feed));
  const columns = rankColumns(log, summary);
  const whole = Math.max(...columns.map((name) => summaryOf(summary, name).range?.[1] ?? 1));
  if (feeds.size === 1) return () => whole;
  const [table] = await collectWide(engine, [deepestPlan(log, rows, columns)], options);
  const found = new Map<string, number>();
  for (let i = 0; i < table.rows; i++) {
    const tops = columns.map((_, at) => Number(table.columns.get(`deepest_${at}`)?.[i] ?? 1));
    found.set(String(table.columns.get("feed")?.[i]), Math.max(1, ...tops));
  }
  return (feed) => (feed === null ? whole : (found.get(feed) ?? 1));
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

/** Refuses flags of censoring that the ranks of their trajectories contradict. */
export function requireAgreeingFlags(log: BoundLog, trajectories: number): void {
  if (trajectories === 0) return;
  const column = log.spec.censored ?? null;
  const message = `log.censored (column "${column}") is true at a rank above the deepest view in ${trajectories} trajectories: their end cannot be both unseen and followed by more views. Set it on every row of a trajectory whose end was not seen, or on its deepest row alone.`;
  throw new LogError(reason("censoredContradictsRanks", message, { column, trajectories }));
}

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
