import { reason, UnsupportedError } from "../errors.js";
import type { CurveView } from "../estimators/estimator.js";
import type { BoundLog } from "../log/bind.js";
import { canonical } from "../log/canonical.js";
import { isFeed } from "../log/feeds.js";
import {
  apply,
  bigint,
  caseWhen,
  double,
  type Expression,
  less,
  lookup,
  minus,
  plus,
} from "../sql/expression.js";
import type { CurveSpec } from "./curve.js";
import { type CurveByFeed, curveName } from "./curve-spec.js";
import { valuesOf } from "./per-feed.js";
import { cutoffOf, tabulate } from "./tabulate.js";

/** Longest curve that a statement carries; beyond it a cut-off must be given. */
export const longestCurve = 65_536;

/**
 * A curve (or one for each feed) as expressions over canonical impressions. Tables run to `maxRank`,
 * the largest rank, target rank or list length of the log; beyond a curve's cut-off p is 0.
 */
export function curveView(
  log: BoundLog,
  curves: CurveByFeed,
  maxRank: number,
  within: Within = () => false,
): CurveView {
  const perFeed = (entry: (curve: CurveSpec) => Expression): Expression => {
    if ("every" in curves) return entry(curves.every);
    const branches = Object.entries(curves.byFeed).map(([feed, curve]) => ({
      when: isFeed(log, feed),
      then: entry(curve),
    }));
    const last = branches.at(-1)?.then ?? double(0);
    return branches.length < 2 ? last : caseWhen(branches.slice(0, -1), last);
  };
  const at = (rank: Expression): Expression =>
    perFeed((curve) => entryAt(curve, rank, maxRank, within));
  return {
    at,
    inverseAt: (rank, clip) => perFeed((curve) => inverseEntry(curve, rank, clip, maxRank)),
    nthLargest: at,
    nthSmallest: (i, listLength) =>
      perFeed((curve) => {
        if (listLength === undefined) return lastEntry(curve, i, maxRank);
        return fromTheEnd(curve, minus(plus(listLength, bigint(1n)), i), maxRank);
      }),
    known: {
      views: (listLength) =>
        isEnded(curves, listLength)
          ? perFeed((curve) => viewsOf(curve, listLength, maxRank))
          : undefined,
      rateAt: (rank, listLength) =>
        isEnded(curves, listLength)
          ? perFeed((curve) => rateEntry(curve, rank, listLength, maxRank))
          : undefined,
    },
  };
}

const isEnded = (curves: CurveByFeed, listLength: Expression | undefined): boolean =>
  listLength !== undefined || valuesOf(curves).every((curve) => cutoffOf(curve) !== undefined);

/** Σ p_r up to the end of the list, or to the cut-off. */
function viewsOf(
  curve: CurveSpec,
  listLength: Expression | undefined,
  maxRank: number,
): Expression {
  const end = cutoffOf(curve) ?? maxRank;
  const sums = runningSums(tabulate(curve, listLength ? tableLength(curve, maxRank) : end));
  const all = double(sums.at(-1) ?? 0);
  if (listLength === undefined) return all;
  return apply("coalesce", lookup(`sum of ${curveName(curve)}`, sums, listLength), all);
}

/**
 * h_r = Σ_{t=r}^{L} P(T = t)/t with P(T = t) = p_t − p_{t+1}, and P(T = L) = p_L: H_r − H_L + p_L/L where H is the
 * same sum for the whole table.
 */
function rateEntry(
  curve: CurveSpec,
  rank: Expression,
  listLength: Expression | undefined,
  maxRank: number,
): Expression {
  const end = cutoffOf(curve) ?? maxRank;
  const p = tabulate(curve, listLength ? tableLength(curve, maxRank) : end);
  const shares = p.map((chance, at) => (chance - (p[at + 1] ?? 0)) / (at + 1));
  const rates = runningSums(shares.toReversed()).toReversed();
  const at = (name: string, table: readonly number[], index: Expression): Expression =>
    apply("coalesce", lookup(`${name} of ${curveName(curve)}`, table, index), double(0));
  const viewRate = at("rate", rates, rank);
  if (listLength === undefined) return viewRate;
  const rest = rates.map((rate, t) => rate - (p[t] ?? 0) / (t + 1));
  const inList = minus(viewRate, at("rate beyond", rest, listLength));
  const isShown = apply("<=", rank, listLength);
  return caseWhen([{ when: isShown, then: inList }], double(0));
}

function runningSums(values: readonly number[]): number[] {
  let total = 0;
  return values.map((value) => {
    total += value;
    return total;
  });
}

/** Whether every value of a rank is known to lie in 1 … length, so that a look-up never misses. */
export type Within = (rank: Expression, length: number) => boolean;

function entryAt(curve: CurveSpec, rank: Expression, maxRank: number, within: Within): Expression {
  const table = tabulate(curve, tableLength(curve, maxRank));
  const entry = lookup(curveName(curve), table, rank);
  if (isDisplayedRank(rank) || within(rank, table.length)) return entry;
  return apply("coalesce", entry, double(0));
}

/** The same at a rank that may fall below 1 where more items are viewed than the list offers. */
function fromTheEnd(curve: CurveSpec, rank: Expression, maxRank: number): Expression {
  const entry = entryAt(curve, rank, maxRank, () => false);
  return caseWhen([{ when: less(rank, bigint(1n)), then: double(0) }], entry);
}

/** p at the i-th rank from the cut-off upwards; 0 where there is no cut-off. */
function lastEntry(curve: CurveSpec, i: Expression, maxRank: number): Expression {
  const last = cutoffOf(curve);
  if (last === undefined) return double(0);
  const backwards = tabulate(curve, last).slice(-maxRank).reverse();
  return apply("coalesce", lookup(backwardsName(curve), backwards, i), double(0));
}

function inverseEntry(
  curve: CurveSpec,
  rank: Expression,
  clip: number,
  maxRank: number,
): Expression {
  const p = tabulate(curve, tableLength(curve, maxRank));
  const inverse = p.map((value) => Math.min(clip, 1 / value));
  return lookup(inverseName(curve, clip), inverse, rank);
}

/** Every viewed row has a displayed rank, and none lies beyond the cut-off: the survey refuses both. */
const isDisplayedRank = (rank: Expression): boolean =>
  rank.kind === "column" && rank.name === canonical.rank.name;

function tableLength(curve: CurveSpec, maxRank: number): number {
  const length = Math.max(1, Math.min(maxRank, cutoffOf(curve) ?? maxRank));
  if (length <= longestCurve) return length;
  throw new UnsupportedError(
    reason(
      "ranksTooDeep",
      `Ranks (displayed, target or list lengths) run to ${maxRank}, and a curve of more than ${longestCurve} ranks is not carried into the database. Where so large a rank stands for "not shown", make it null; else give ${curve.model} a cutoff, or leave out the estimators that use it.`,
      { maxRank, longestTable: longestCurve, model: curve.model },
    ),
  );
}

export const backwardsName = (curve: CurveSpec): string => `${curveName(curve)} backwards`;

const inverseName = (curve: CurveSpec, clip: number): string => `min(${clip},${reciprocal(curve)}`;

/** Whether a look-up is of min(clip, 1/p) for some clip. */
export const isInverseName = (name: string, curve: CurveSpec): boolean =>
  name.startsWith("min(") && name.endsWith(`,${reciprocal(curve)}`);

const reciprocal = (curve: CurveSpec): string => `1/${curveName(curve)})`;
