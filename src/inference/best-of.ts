import { square } from "../numeric/elementary/square.js";
import { createRandom } from "../random/create-random.js";

/** A number that candidates are chosen by, with the influence of every bucket: these add to 0. */
export interface Contestant {
  readonly value: number;
  readonly influence: Float64Array;
}

/** The best of several, measured on other buckets than it is chosen on. */
export interface BestOf {
  /** Its place among the contestants. */
  readonly best: number;
  /** As it is on all buckets, which chose it: too large on average. */
  readonly value: number;
  /** What the choice comes to on buckets that had no part in it, and its standard error, the choice's own included. */
  readonly heldOut: number;
  readonly se: number;
  /** The share of the folds that choose the same one. */
  readonly agreed: number;
}

/**
 * The largest of several numbers is optimistic: its noise helped to choose it. Here each of ten parts of the buckets
 * measures the one that is the best on the other nine; the mean of these is what the choice is worth. Numbers of
 * parts are to first order: θ + Σ ψ_b over the part, by its share. `larger` says whether larger is better.
 *
 * Which one is chosen is a matter of chance too where several are close. SE² is that of the choice as it was made,
 * Σ ψ_b², with what choosing again adds to it in draws θ + Σ w_b·ψ_b, w ~ N(0, 1): the variance of the whole procedure
 * less that of the choice held fixed.
 */
export function bestOf(contestants: readonly Contestant[], larger: boolean): BestOf | undefined {
  const size = contestants[0]?.influence.length ?? 0;
  if (contestants.length < 2 || size < 2 * folds) return undefined;
  const slots = slotsOf(size);
  const ofFold = slots.map((slot) => Math.floor(slot / groups));
  const share = sumsOf(new Float64Array(size).fill(1), ofFold, folds).map((count) => count / size);
  const cells = contestants.map(({ influence }) => sumsOf(influence, slots, folds * groups));
  const values = contestants.map(({ value }) => value);
  const parts = contestants.map(({ influence }) => sumsOf(influence, ofFold, folds));
  const all: Draw = { values, parts };
  const chosen = choicesOf(all, share, larger);
  const best = choose(values, larger);
  let squares = 0;
  for (let b = 0; b < size; b++) {
    squares += square(contestants[chosen[ofFold[b] ?? 0] ?? 0]?.influence[b] ?? 0);
  }
  const draws = weights().map((weight) => drawOf(values, cells, share, weight));
  const again = draws.map((draw) => heldOutOf(draw, share, choicesOf(draw, share, larger)));
  const fixed = draws.map((draw) => heldOutOf(draw, share, chosen));
  const added = Math.max(0, variance(again) - variance(fixed));
  return {
    best,
    value: values[best] ?? 0,
    heldOut: heldOutOf(all, share, chosen),
    se: Math.sqrt(squares + added),
    agreed: chosen.filter((at) => at === best).length / folds,
  };
}

/** Numbers of contestants, and the sums of their influences over every part; these add to 0. */
interface Draw {
  readonly values: readonly number[];
  readonly parts: readonly Float64Array[];
}

const folds = 10;
/** Groups of buckets in a part, which are drawn together. */
const groups = 32;
const drawCount = 200;

function choose(values: readonly number[], larger: boolean): number {
  let best = 0;
  values.forEach((value, at) => {
    const largest = values[best] ?? 0;
    if (larger ? value > largest : value < largest) best = at;
  });
  return best;
}

/** Who is the best on all parts but one, for every part. */
const choicesOf = ({ values, parts }: Draw, share: Float64Array, larger: boolean) =>
  Array.from(share, (part, fold) =>
    choose(
      values.map((value, at) => value - (parts[at]?.[fold] ?? 0) / (1 - part)),
      larger,
    ),
  );

const heldOutOf = ({ values, parts }: Draw, share: Float64Array, chosen: readonly number[]) =>
  chosen.reduce(
    (sum, at, fold) => sum + (share[fold] ?? 0) * (values[at] ?? 0) + (parts[at]?.[fold] ?? 0),
    0,
  );

/** Buckets one after the other may be alike, so that they are spread over the parts by a multiplicative hash. */
function slotsOf(size: number): Int32Array {
  const lookup = new Int32Array(folds);
  return Int32Array.from({ length: size }, (_, bucket) => {
    const fold = (Math.imul(bucket, 0x9e3779b1) >>> 8) % folds;
    const place = lookup[fold] ?? 0;
    lookup[fold] = place + 1;
    return fold * groups + (place % groups);
  });
}

function sumsOf(influence: Float64Array, places: Int32Array, count: number): Float64Array {
  const sums = new Float64Array(count);
  influence.forEach((psi, b) => {
    const place = places[b] ?? 0;
    sums[place] = (sums[place] ?? 0) + psi;
  });
  return sums;
}

/** The sums of every part, its groups counted by their weights. */
function partsOf(cells: Float64Array, weight: Float64Array): Float64Array {
  const parts = new Float64Array(folds);
  for (let slot = 0; slot < cells.length; slot++) {
    const fold = Math.floor(slot / groups);
    parts[fold] = (parts[fold] ?? 0) + (cells[slot] ?? 0) * (weight[slot] ?? 0);
  }
  return parts;
}

/** Numbers as other users of the same spread would give them. */
function drawOf(
  values: readonly number[],
  cells: readonly Float64Array[],
  share: Float64Array,
  weight: Float64Array,
): Draw {
  const raw = cells.map((cell) => partsOf(cell, weight));
  const moved = raw.map((parts) => parts.reduce((sum, part) => sum + part, 0));
  return {
    values: values.map((value, at) => value + (moved[at] ?? 0)),
    parts: raw.map((parts, at) =>
      parts.map((part, fold) => part - (share[fold] ?? 0) * (moved[at] ?? 0)),
    ),
  };
}

let sums: readonly Float64Array[] | undefined;

/** The weights of every draw, the same for all. */
function weights(): readonly Float64Array[] {
  if (sums !== undefined) return sums;
  const random = createRandom("best of several");
  sums = Array.from({ length: drawCount }, () =>
    Float64Array.from({ length: folds * groups }, () => random.normal()),
  );
  return sums;
}

function variance(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.reduce((sum, value) => sum + square(value - mean), 0) / (values.length - 1);
}
