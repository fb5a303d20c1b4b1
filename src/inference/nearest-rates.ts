import { sinh } from "../numeric/elementary/hyperbolic.js";
import { narrowBracket } from "../numeric/narrow-bracket.js";

/** What moving a sum by other rates of its cells reads of them. */
export interface CellsThatMove {
  /** a_k: what a rewarded row of the cell counts. */
  readonly value: Float64Array;
  /** The largest rate of the cell. */
  readonly cap: Float64Array;
  /** The largest |a_k|. */
  readonly largest: number;
  /** Cells with a reward: without one a cell moves nothing until its slope turns. */
  readonly rewarded: Int32Array;
  /** a_k, cap and X_k of those that count, one after the other. */
  readonly moving: Float64Array;
  /** The least and the largest a_k of the other cells that count. */
  readonly empty: readonly [least: number, most: number];
}

/**
 * The rates λ of the cells nearest to what was observed, X, that move Σ a·λ by `move`. Maximises Σ X log λ − λ
 * subject to Σ a(λ − X) = move and 0 ≤ λ ≤ cap: λ(t) = min(cap, X/(1 + t·a)), cap where 1 + t·a ≤ 0. Σ a·λ(t)
 * falls in t, which is found on a scale that spans 26 powers of ten; at a jump both sides are mixed so that the
 * constraint holds. What cannot be reached is approached.
 */
export function nearestRates(
  observed: ArrayLike<number>,
  marks: CellsThatMove,
  move: number,
): Float64Array {
  const { largest } = marks;
  const at = (v: number): Float64Array => ratesAt(sinh(v) / largest, observed, marks);
  if (move === 0 || largest === 0) return ratesAt(0, observed, marks);
  const short = shortOf(observed, marks, move);
  const first = { at: -widest, value: short(-widest) };
  if (first.value > 0) return at(first.at);
  const last = { at: widest, value: short(widest) };
  if (last.value <= 0) return at(last.at);
  const { low, high } = narrowBracket(short, first, last, 1e-15);
  const rates = at(low.at);
  const right = at(high.at);
  const share = high.value === low.value ? 0 : -low.value / (high.value - low.value);
  for (let i = 0; i < rates.length; i++) {
    const rate = rates[i] ?? 0;
    rates[i] = rate + share * ((right[i] ?? 0) - rate);
  }
  return rates;
}

const widest = 30;

function ratesAt(t: number, observed: ArrayLike<number>, marks: CellsThatMove): Float64Array {
  const { value, cap } = marks;
  const rates = new Float64Array(value.length);
  const rateOf = (i: number): void => {
    const slope = 1 + t * (value[i] ?? 0);
    const most = cap[i] ?? 0;
    rates[i] = slope > 0 ? Math.min(most, (observed[i] ?? 0) / slope) : most;
  };
  if (isSteady(t, marks)) for (const i of marks.rewarded) rateOf(i);
  else for (let i = 0; i < rates.length; i++) rateOf(i);
  return rates;
}

/** Whether every cell without a reward keeps its rate of 0. */
const isSteady = (t: number, { empty: [least, most] }: CellsThatMove): boolean =>
  1 + t * least > 0 && 1 + t * most > 0;

/**
 * What a move lacks at places that a search asks for. Between two of them on both sides of the move, a cell without a
 * reward whose slope is above 0 at both moves nothing, and most are such: they are left out, the others' order kept.
 */
function shortOf(
  observed: ArrayLike<number>,
  marks: CellsThatMove,
  move: number,
): (v: number) => number {
  const { value, largest, rewarded } = marks;
  const isMostlyEmpty = value.length > 2 * rewarded.length;
  let [below, above, asked] = [0, 0, 0];
  let turning: Float64Array | undefined;
  return (v) => {
    const t = sinh(v) / largest;
    asked += 1;
    if (isMostlyEmpty && (asked === 4 || asked === 8 || asked === 16))
      turning = turningBetween(below, above, observed, marks);
    const some = isSteady(t, marks) ? marks.moving : turning;
    const short = move - (some ? movedBySome(t, some) : movedAt(t, observed, marks));
    if (short > 0) above = t;
    else below = t;
    return short;
  };
}

/** a_k, cap and X_k of the cells that may move anything between two t's. */
function turningBetween(
  below: number,
  above: number,
  observed: ArrayLike<number>,
  { value, cap }: CellsThatMove,
): Float64Array {
  if (scratch.length < 3 * value.length) scratch = new Float64Array(3 * value.length);
  let to = 0;
  for (let i = 0; i < value.length; i++) {
    const a = value[i] ?? 0;
    const x = observed[i] ?? 0;
    if (a === 0 || (x === 0 && 1 + below * a > 0 && 1 + above * a > 0)) continue;
    scratch[to++] = a;
    scratch[to++] = cap[i] ?? 0;
    scratch[to++] = x;
  }
  return scratch.subarray(0, to);
}

/** One search runs at a time. */
let scratch = new Float64Array(0);

/** Σ a(λ(t) − X), without keeping the rates. */
function movedAt(t: number, observed: ArrayLike<number>, marks: CellsThatMove): number {
  if (isSteady(t, marks)) return movedBySome(t, marks.moving);
  const { value, cap } = marks;
  let sum = 0;
  for (let i = 0; i < value.length; i++) {
    const a = value[i] ?? 0;
    const slope = 1 + t * a;
    const x = observed[i] ?? 0;
    if (a === 0 || (x === 0 && slope > 0)) continue;
    const most = cap[i] ?? 0;
    sum += a * ((slope > 0 ? Math.min(most, x / slope) : most) - x);
  }
  return sum;
}

function movedBySome(t: number, moving: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < moving.length; at += 3) {
    const a = moving[at] ?? 0;
    const most = moving[at + 1] ?? 0;
    const x = moving[at + 2] ?? 0;
    const slope = 1 + t * a;
    sum += a * ((slope > 0 ? Math.min(most, x / slope) : most) - x);
  }
  return sum;
}
