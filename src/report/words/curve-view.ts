import type { CurveRank } from "../../evaluate/conclude/curve-facts.js";
import type { CurveFacts, LogFacts, Result, Verdict } from "../../evaluate/conclude/result.js";
import { decimalsFor } from "../../numeric/decimals-for.js";
import { counted, showCount, showNumber } from "../../numeric/show-number.js";
import { shownRanks } from "../charts/shown-ranks.js";
import { intervalName, showInterval } from "./interval.js";
import { isMeasured } from "./measured.js";
import { feedWords } from "./names.js";

export interface CurveView {
  /** "feed home", or "every feed" where the log names none. */
  readonly scope: string;
  readonly model: string;
  /** "rho 1.202 ± 0.007, 95 % interval [1.188, 1.216]"; of a table, its number of ranks. */
  readonly numbers: string;
  /** "cutoff 40", or nothing. */
  readonly cutoff: string | null;
  /** "fitted on this log (48,200 trajectories, errors from 1,024 buckets of users)" */
  readonly source: string;
  readonly carried: string;
  /** Of a table, how many ranks it has. */
  readonly ranks: number;
  /** What was measured at each rank, next to the curve; empty for a curve of one rank, or an older result. */
  readonly points: readonly CurveRank[];
  /** The curve at ranks 1, 2, …, as far as it was measured. */
  readonly fitted: readonly number[];
  readonly sentence: string;
}

/** What holds curves: a result, or a check of a log, which has no verdicts. */
export interface CurvesSource {
  readonly curves?: readonly CurveFacts[];
  readonly confidence?: number;
  readonly log: LogFacts | null;
  readonly verdicts?: readonly Verdict[];
}

/** The fitted curves of a result; none where the study gives them. */
export function describeCurves(source: CurvesSource): readonly CurveView[] {
  const { curves = [], confidence = 0.95, log, verdicts = [] } = source;
  if (log === null) return [];
  return curves.map((facts) => describeCurve(facts, { confidence, log, verdicts }));
}

function describeCurve(
  facts: CurveFacts,
  result: Pick<Result, "confidence" | "log" | "verdicts">,
): CurveView {
  const view = {
    scope: feedWords(facts.feed) ?? "every feed",
    model: facts.model,
    numbers: describeShape(facts, result.confidence),
    cutoff: facts.cutoff === null ? null : `cutoff ${facts.cutoff}`,
    source: `${facts.chosenBy === undefined ? "" : "chosen by cross-validation over users, "}${describeOrigin(facts)} (${describeSizes(facts, result.log)})`,
    carried: describeCarried(facts, result.verdicts),
    ranks: facts.estimates.length,
    points: pointsOf(facts),
    fitted: (facts.ranks ?? []).map(({ fitted }) => fitted),
  };
  const { scope, model, numbers, cutoff, source, carried } = view;
  const what = [model, numbers, cutoff].filter((part) => part !== null).join(", ");
  const whose = facts.feed === null ? "Curve" : `Curve of ${scope}`;
  return { ...view, sentence: `${whose}: ${what}; ${source}; ${carried}.` };
}

function pointsOf({ ranks = [] }: CurveFacts): readonly CurveRank[] {
  const shown = new Set(shownRanks(ranks.length));
  return ranks.length < 2 ? [] : ranks.filter(({ rank }) => shown.has(rank));
}

function describeShape(facts: CurveFacts, confidence: number): string {
  const { tail, estimates } = facts;
  const [only] = estimates;
  if (only === undefined) return "without parameters";
  if (isMeasured(facts.model)) {
    if (tail === null) return `the share measured at each of ${counted(estimates.length, "rank")}`;
    return `measured rank by rank to rank ${tail.after}, then the tail of ${tail.model} to rank ${estimates.length}`;
  }
  const { name, value, se, interval } = only;
  if (se === null) {
    return `${name} ${showNumber(value, decimalsFor(null, value))} without a standard error`;
  }
  const decimals = decimalsFor(se, value);
  const shown = `${name} ${showNumber(value, decimals)} ± ${showNumber(se, decimals)}`;
  return interval === null
    ? shown
    : `${shown}, ${intervalName(confidence)} ${showInterval(interval, decimals)}`;
}

function describeOrigin({ origin, fitDays }: CurveFacts): string {
  if (origin === "file") return "read from a file, fitted on another log";
  if (origin === "log") return "fitted on this log";
  const { from, to } = fitDays ?? {};
  const ends = [from === undefined ? "" : `from ${from}`, to === undefined ? "" : `to ${to}`];
  const days = ends.filter(Boolean).join(" ");
  return `fitted on days of this log that are not evaluated${days === "" ? "" : `, ${days}`}`;
}

function describeSizes({ trajectories, clusters, origin }: CurveFacts, log: LogFacts): string {
  const size = `${counted(trajectories, "trajectory")}`;
  if (clusters === null) return `${size}, errors from single trajectories`;
  return `${size}, errors from ${describeUnit(clusters, origin, log)}`;
}

/** A file does not say whether its buckets are of users or of trajectories; a folded tally has fewer than the fit had. */
function describeUnit(
  clusters: number,
  origin: CurveFacts["origin"],
  { buckets, users }: LogFacts,
): string {
  const count = showCount(clusters);
  if (origin === "file") return `${count} buckets`;
  if (clusters > buckets.count)
    return `${count} ${users === null ? "trajectories or buckets of these" : "users or buckets of these"}, before they were folded to ${showCount(buckets.count)}`;
  if (buckets.kind === "exact") return `${count} ${users === null ? "trajectories" : "users"}`;
  return `${count} ${users === null ? "buckets" : "buckets of users"}`;
}

function describeCarried(facts: CurveFacts, verdicts: readonly Verdict[]): string {
  const carried = facts.estimates.some(({ se }) => se === null)
    ? "it has no sampling error that an interval could include"
    : "its sampling error is included in every interval that depends on it";
  return verdicts.some((verdict) => isHeldAgainstLog(facts, verdict))
    ? `${carried}; its shape is checked against the log in "Does the verdict hold?"`
    : carried;
}

/** Whether a verdict of the curve's feed has the difference by the log's own view rates. */
const isHeldAgainstLog = ({ feed }: CurveFacts, verdict: Verdict): boolean =>
  (feed === null || feed === verdict.feed) &&
  (verdict.checks ?? []).some(
    ({ check, alternative }) => check === "curve" && alternative !== null,
  );
