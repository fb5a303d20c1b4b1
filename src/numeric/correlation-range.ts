import { centred, dot } from "./correlation.js";
import { square } from "./elementary/square.js";

/**
 * The least and the largest of Pearson's r of x with any y that lies between `low` and `high`. In y, r has no summit but its highest where
 * it is above 0: that is climbed by one coordinate after another. Where it is below 0 everywhere, its highest values
 * are at corners: all are looked at up to 12 values that vary, of more no corner lies further from the middle than the
 * farthest one may. [−1, 1] where all y may be equal. `correlationRange([1, 2, 3], [1, 2, 3], [1, 3, 3])` is
 * [√¾, 1].
 */
export function correlationRange(
  x: readonly number[],
  low: readonly number[],
  high: readonly number[],
): readonly [number, number] {
  if (Math.max(...low) <= Math.min(...high)) return [-1, 1];
  const middle = meanOf(low.map((end, i) => (end + (high[i] ?? end)) / 2));
  const box = low.map((end, i) => [end - middle, (high[i] ?? end) - middle] as const);
  const up = Array.from(centred(x));
  const down = up.map((value) => -value);
  return [-largest(down, box), largest(up, box)];
}

type Box = readonly (readonly [low: number, high: number])[];

/** Beyond so many values that vary, corners are too many to look at. */
const mostOfCorners = 12;

function largest(x: readonly number[], box: Box): number {
  const start = box.map(([low, high], i) => ((x[i] ?? 0) > 0 ? high : low));
  if (dot(x, start) > 0) return climbed(x, box, start);
  const varying = box.filter(([low, high]) => low < high).length;
  return varying > mostOfCorners ? aroundMiddle(x, box) : atCorners(x, box);
}

function climbed(x: readonly number[], box: Box, start: readonly number[]): number {
  const y = [...start];
  let best = correlated(x, y);
  for (let sweep = 0; sweep < mostSweeps; sweep++) {
    box.forEach(([low, high], i) => {
      if (low < high) y[i] = Math.min(high, Math.max(low, summitAt(x, y, i, low, high)));
    });
    const next = correlated(x, y);
    if (!(next > best + 1e-15)) break;
    best = next;
  }
  return best;
}

const mostSweeps = 10_000;

/** Where r is highest in the coordinate i: (A + at)/√(κt² + 2βt + γ) with the sums of all others. */
function summitAt(
  x: readonly number[],
  y: readonly number[],
  i: number,
  low: number,
  high: number,
): number {
  const n = x.length;
  const [a, others] = [x[i] ?? 0, y.with(i, 0)];
  const sum = others.reduce((all, other) => all + other, 0);
  const [of, slope, spread] = [dot(x, others), -sum / n, dot(others, others) - square(sum) / n];
  const divisor = a * slope - of * (1 - 1 / n);
  const at = (of * slope - a * spread) / divisor;
  const valueAt = (t: number): number => correlated(x, y.with(i, t));
  return [low, high, ...(low < at && at < high ? [at] : [])].reduce((best, candidate) =>
    valueAt(candidate) > valueAt(best) ? candidate : best,
  );
}

function atCorners(x: readonly number[], box: Box): number {
  const varying = box.flatMap(([low, high], i) => (low < high ? [i] : []));
  let best = -1;
  for (let corner = 0; corner < 1 << varying.length; corner++) {
    const y = box.map(([low]) => low);
    varying.forEach((i, bit) => {
      if ((corner >> bit) & 1) y[i] = box[i]?.[1] ?? 0;
    });
    best = Math.max(best, correlated(x, y));
  }
  return best;
}

/** No less than r at any corner: that of the middle, turned towards x by the widest angle; it is at most 0 here. */
function aroundMiddle(x: readonly number[], box: Box): number {
  const y = box.map(([low, high]) => (low + high) / 2);
  const aboutMean = centred(y);
  const far = Math.sqrt(box.reduce((sum, [low, high]) => sum + square(high - low) / 4, 0));
  const turn = far / Math.sqrt(dot(aboutMean, aboutMean));
  if (!(turn < 1)) return 0;
  const r = correlated(x, y);
  return Math.min(0, r * Math.sqrt(1 - square(turn)) + turn * Math.sqrt(1 - square(r)));
}

/** r where x has the mean 0. */
function correlated(x: readonly number[], y: readonly number[]): number {
  const aboutMean = centred(y);
  const r = dot(x, aboutMean) / Math.sqrt(dot(x, x) * dot(aboutMean, aboutMean));
  return Number.isNaN(r) ? 0 : Math.max(-1, Math.min(1, r));
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((a, b) => a + b, 0) / values.length;
