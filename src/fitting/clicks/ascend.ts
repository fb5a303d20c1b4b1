import { exp } from "../../numeric/elementary/exp.js";
import { hypot } from "../../numeric/elementary/hypot.js";
import { ln } from "../../numeric/elementary/ln.js";
import { square } from "../../numeric/elementary/square.js";

/** Clicks and other impressions of an item at a rank, by their places in lists of items and ranks. */
export interface ClickCell {
  readonly rank: number;
  readonly item: number;
  readonly clicks: number;
  readonly silent: number;
}

/** Views by rank, the attraction of items that is most likely with them, and what was done to find them. */
export interface Ascent {
  readonly views: readonly number[];
  readonly attraction: readonly number[];
  readonly steps: number;
  readonly converged: boolean;
}

/**
 * The likelihood of clicks with chance θγ is concave in (log θ, log γ). One step takes the γ that are most likely with θ, then the
 * θ that are with these; its speed does not depend on how rare clicks are, as that of expectation–maximisation does, but
 * it does on how well items link ranks. So every second step is extended as SQUAREM does (Varadhan and Roland, 2008,
 * steplength 3), where that does not lower the likelihood. A small step of a slow method is not a small error: it stops
 * where the step times |r|/|d|, about all the steps to come, is within the tolerance.
 */
export function ascend(
  cells: readonly ClickCell[],
  start: readonly number[],
  items: number,
  { tolerance, maxSteps }: { readonly tolerance: number; readonly maxSteps: number },
): Ascent {
  const byItem = grouped(cells, items, ({ item }) => item);
  const byRank = grouped(cells, start.length, ({ rank }) => rank);
  const attractionOf = (views: readonly number[]): readonly number[] =>
    byItem.map((clickCells) => mostLikely(clickCells, ({ rank }) => views[rank] ?? 0));
  const next = (views: readonly number[]): readonly number[] => {
    const attraction = attractionOf(views);
    return byRank.map((clickCells) => mostLikely(clickCells, ({ item }) => attraction[item] ?? 0));
  };
  const likelihood = (views: readonly number[]): number =>
    likelihoodOf(cells, views, attractionOf(views));
  let [views, steps, error] = [start, 0, Number.POSITIVE_INFINITY];
  while (error > tolerance && steps + 2 <= maxSteps) {
    const first = next(views);
    const second = next(first);
    steps += 2;
    const [r, d] = changes(views, first, second);
    const length = lengthOf(r, d);
    const moved = largestOf(logRatios(second, first));
    error = moved <= rounding ? 0 : moved * Math.max(1, length);
    const further = error > tolerance ? extended(views, r, d, length) : undefined;
    views = further !== undefined && likelihood(further) >= likelihood(second) ? further : second;
  }
  return { views, attraction: attractionOf(views), steps, converged: error <= tolerance };
}

/** Steps that are no larger say nothing: views are computed to as many digits. */
const rounding = 2e-15;

type Changes = readonly [r: readonly number[], d: readonly number[]];

/** r = log θ₁/θ₀ and d = log θ₂/θ₁ − r. */
function changes(zero: readonly number[], one: readonly number[], two: readonly number[]): Changes {
  const r = logRatios(one, zero);
  return [r, logRatios(two, one).map((logRatio, i) => logRatio - (r[i] ?? 0))];
}

/** |r|/|d|, about 1/(1 − rate) of a method whose steps shrink at a rate: what is left to go, in steps. */
const lengthOf = (...[r, d]: Changes): number =>
  largestOf(r) === 0 ? 1 : hypot(...r) / hypot(...d);

/** θ₀·exp(2a·r + a²·d) with a = |r|/|d|, in units that keep θ ≤ 1. */
function extended(
  zero: readonly number[],
  r: readonly number[],
  d: readonly number[],
  length: number,
): readonly number[] | undefined {
  if (!(length > 1) || !Number.isFinite(length)) return undefined;
  const moved = zero.map(
    (view, i) => view * exp(2 * length * (r[i] ?? 0) + square(length) * (d[i] ?? 0)),
  );
  const most = Math.max(1, ...moved);
  return moved.every(Number.isFinite) ? moved.map((view) => view / most) : undefined;
}

const logRatios = (to: readonly number[], from: readonly number[]): readonly number[] =>
  to.map((value, i) => (value === 0 ? 0 : ln(value / (from[i] ?? value))));

const largestOf = (values: readonly number[]): number =>
  values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);

/**
 * The x in [0, 1] at which Σ c·log(x·p) + s·log(1 − x·p) is largest, where Σ s·xp/(1 − xp) = Σ c. The logarithm of the
 * left side is convex in log x, and a line where clicks are rare: Newton's steps on it come from above.
 */
function mostLikely(cells: readonly ClickCell[], chanceOf: (cell: ClickCell) => number): number {
  const clicks = cells.reduce((sum, cell) => sum + cell.clicks, 0);
  if (clicks === 0) return 0;
  const at = (x: number): readonly [expected: number, slope: number] => {
    let [expected, slope] = [0, 0];
    for (const cell of cells) {
      if (cell.silent === 0) continue;
      const p = x * chanceOf(cell);
      const odds = p / (1 - p);
      expected += cell.silent * odds;
      slope += (cell.silent * odds) / (1 - p);
    }
    return [expected, slope];
  };
  if (at(1)[0] <= clicks) return 1;
  let [x, high] = [0.5, 1];
  for (let i = 0; i < 100; i++) {
    const [expected, slope] = at(x);
    if (expected > clicks) high = Math.min(high, x);
    const aim = x * exp((-ln(expected / clicks) * expected) / slope);
    const to = aim < high || expected > clicks ? aim : (x + high) / 2;
    if (Math.abs(to - x) <= 1e-15 * x) return to;
    x = to;
  }
  return x;
}

function likelihoodOf(
  cells: readonly ClickCell[],
  views: readonly number[],
  attraction: readonly number[],
): number {
  const of = (n: number, q: number): number => (n === 0 ? 0 : n * ln(q));
  return cells.reduce((sum, { rank, item, clicks, silent }) => {
    const p = (views[rank] ?? 0) * (attraction[item] ?? 0);
    return sum + of(clicks, p) + of(silent, 1 - p);
  }, 0);
}

function grouped(
  cells: readonly ClickCell[],
  groups: number,
  keyOf: (cell: ClickCell) => number,
): readonly (readonly ClickCell[])[] {
  const lists: ClickCell[][] = Array.from({ length: groups }, () => []);
  for (const cell of cells) lists[keyOf(cell)]?.push(cell);
  return lists;
}
