import { LogError, reason, UnsupportedError } from "../../../errors.js";
import type { CurveSpec } from "../../../exposure/curve.js";
import type { CurveByFeed } from "../../../exposure/curve-spec.js";
import { longestCurve } from "../../../exposure/curve-view.js";
import { valueOfFeed, valuesOf } from "../../../exposure/per-feed.js";
import { cutoffOf, tabulate } from "../../../exposure/tabulate.js";
import type { BoundLog } from "../../../log/bind.js";
import { smallestProbability } from "../../../log/roles/parts.js";
import type { Stratum } from "../../../log/strata.js";
import type { Summary } from "../../../log/summary.js";
import type { Connection } from "../../../sql/engine.js";
import { deepestView, deepestViews } from "../deepest-rank.js";
import type { SurveyedLog } from "../survey-log.js";

/** Refuses feeds without a curve, and viewed ranks where a curve says that nothing is viewed. */
export async function requireSoundCurves(
  connection: Connection,
  curve: CurveByFeed | undefined,
  { log, rows, summary, strata }: Pick<SurveyedLog, "log" | "rows" | "summary" | "strata">,
): Promise<void> {
  if (curve === undefined) return;
  requireCurveForEveryFeed(curve, strata);
  if (log.spec.rank === undefined || !mayExceedCutoff(log, curve, summary)) return;
  requireRanksWithinCutoff(log, curve, await deepestViews(connection, log, rows));
}

function requireCurveForEveryFeed(curve: CurveByFeed, strata: readonly Stratum[]): void {
  if ("every" in curve) return;
  const missing = strata.find(({ feed }) => valueOfFeed(curve, feed) === undefined);
  if (missing === undefined) return;
  const feeds = Object.keys(curve.byFeed).join(", ");
  const message = `Feed ${missing.feed ?? "(none)"} of the log has no curve; log.exposure.curve.byFeed gives ${feeds}. Add it there.`;
  throw new UnsupportedError(
    reason("feedWithoutCurve", message, { feed: missing.feed, given: feeds }),
  );
}

export const shallowestCutoff = (curve: CurveByFeed): number =>
  Math.min(...valuesOf(curve).map((spec) => cutoffOf(spec) ?? Infinity));

/** Refuses viewed ranks beyond their curve's cut-off, where the curve says that nothing is viewed. */
function requireRanksWithinCutoff(
  log: BoundLog,
  curve: CurveByFeed,
  deepestOf: ReadonlyMap<string | null, number>,
): void {
  for (const [feed, deepest] of deepestOf) {
    const spec = valueOfFeed(curve, feed);
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
function mayExceedCutoff(log: BoundLog, curve: CurveByFeed, summary: Summary): boolean {
  const deepest = deepestView(log, summary);
  const beyond = deepest > shallowestCutoff(curve);
  return beyond || valuesOf(curve).some((spec) => vanishesAt(spec, deepest));
}

/** Whether a curve, within its cut-off, is too small at a rank to be divided by. */
function vanishesAt(spec: CurveSpec, rank: number): boolean {
  const within = Math.min(rank, cutoffOf(spec) ?? rank);
  return (
    within === rank &&
    rank <= longestCurve &&
    (tabulate(spec, rank)[rank - 1] ?? 1) < smallestProbability
  );
}

/** Refuses flags of censoring that the ranks of their trajectories contradict. */
export function requireAgreeingFlags(log: BoundLog, trajectories: number): void {
  if (trajectories === 0) return;
  const column = log.spec.censored ?? null;
  const message = `log.censored (column "${column}") is true at a rank above the deepest view in ${trajectories} trajectories: their end cannot be both unseen and followed by more views. Set it on every row of a trajectory whose end was not seen, or on its deepest row alone.`;
  throw new LogError(reason("censoredContradictsRanks", message, { column, trajectories }));
}
