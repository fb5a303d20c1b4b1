import { poissonStream } from "../../random/poisson-stream.js";

/** Replicates, and the seed of their weights. */
export interface Replication {
  readonly count: number;
  readonly seed: number;
}

/** Users whose weights are added up together. */
const together = 8;
/** Binary digits of a weight: a Poisson number of mean 1 is 16 or more once in 10^14. */
const digits = 4;

/**
 * Σ w·value over users for every replicate, w the Poisson weights of each user's key. The weights of eight users are
 * written in binary digits, and each digit of all eight adds one of the 256 sums that these users can give (the
 * method of the four Russians; Arlazarov, Dinic, Kronrod and Faradžev 1970): a third of the additions that one user
 * after the other takes. `columns` hold a value a key, and so does the answer a replicate.
 */
export function replicateSums(
  keys: readonly string[],
  columns: readonly Float64Array[],
  { count, seed }: Replication,
): readonly Float64Array[] {
  const width = columns.length;
  const sums = new Float64Array(count * width);
  const subsets = new Float64Array(2 ** together * width);
  const weights = new Uint8Array(count);
  const masks = Array.from({ length: digits }, () => new Uint8Array(count));
  for (let first = 0; first < keys.length; first += together) {
    const users = Math.min(together, keys.length - first);
    sumSubsets(subsets, columns, first, users);
    for (const mask of masks) mask.fill(0);
    for (let user = 0; user < users; user++) {
      poissonStream(seed, keys[first + user] ?? "", weights);
      setDigits(masks, weights, user);
    }
    addLowDigits(sums, subsets, masks, width);
    for (const digit of [2, 3]) addDigit(sums, subsets, masks[digit] ?? weights, 1 << digit, width);
  }
  return columns.map((_, k) => Float64Array.from({ length: count }, (_, r) => at(sums, r, k)));

  function at(values: Float64Array, r: number, k: number): number {
    return values[r * width + k] ?? 0;
  }
}

/** The sums over every set of up to eight users, those of a set at its binary number. */
function sumSubsets(
  subsets: Float64Array,
  columns: readonly Float64Array[],
  first: number,
  users: number,
): void {
  const width = columns.length;
  for (let user = 0; user < users; user++) {
    const sets = 1 << user;
    const own = sets * width;
    columns.forEach((column, k) => {
      subsets[own + k] = column[first + user] ?? 0;
    });
    for (let rest = width; rest < own; rest += width) {
      for (let k = 0; k < width; k++) {
        subsets[own + rest + k] = (subsets[rest + k] as number) + (subsets[own + k] as number);
      }
    }
  }
}

/** Marks a user, by its place among the eight, in the masks of the binary digits of its weights. */
function setDigits(
  [ones = none, twos = none, fours = none, eights = none]: readonly Uint8Array[],
  weights: Uint8Array,
  place: number,
): void {
  for (let r = 0; r < weights.length; r++) {
    const w = weights[r] as number;
    // Without branches where these would be taken by chance.
    (ones[r] as number) |= (w & 1) << place;
    (twos[r] as number) |= ((w >> 1) & 1) << place;
    if (w < 4) continue;
    (fours[r] as number) |= ((w >> 2) & 1) << place;
    (eights[r] as number) |= ((w >> 3) & 1) << place;
  }
}

/** The ones and twos, which nearly every eight users have; the sum over no user is 0. */
function addLowDigits(
  sums: Float64Array,
  subsets: Float64Array,
  [ones = none, twos = none]: readonly Uint8Array[],
  width: number,
): void {
  for (let r = 0; r < ones.length; r++) {
    let one = (ones[r] as number) * width;
    let two = (twos[r] as number) * width;
    for (let to = r * width; to < (r + 1) * width; to++) {
      (sums[to] as number) += (subsets[one++] as number) + 2 * (subsets[two++] as number);
    }
  }
}

const none = new Uint8Array(0);

/** One of the others, which most replicates lack. */
function addDigit(
  sums: Float64Array,
  subsets: Float64Array,
  mask: Uint8Array,
  times: number,
  width: number,
): void {
  for (let r = 0; r < mask.length; r++) {
    const set = mask[r] as number;
    if (set === 0) continue;
    let from = set * width;
    for (let to = r * width; to < (r + 1) * width; to++) {
      (sums[to] as number) += times * (subsets[from++] as number);
    }
  }
}
