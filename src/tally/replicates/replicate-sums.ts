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
      setDigits(masks, weights, 1 << user);
    }
    masks.forEach((mask, digit) => {
      addSubsets(sums, subsets, mask, 1 << digit, width);
    });
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
  for (let set = 1; set < 1 << users; set++) {
    const user = 31 - Math.clz32(set);
    const rest = (set ^ (1 << user)) * width;
    for (let k = 0; k < width; k++) {
      subsets[set * width + k] = (subsets[rest + k] ?? 0) + (columns[k]?.[first + user] ?? 0);
    }
  }
}

/** Marks a user in the masks of the binary digits of its weights. */
function setDigits(masks: readonly Uint8Array[], weights: Uint8Array, user: number): void {
  const [ones = weights, twos = weights, fours = weights, eights = weights] = masks;
  for (let r = 0; r < weights.length; r++) {
    const w = weights[r] ?? 0;
    if (w & 1) ones[r] = (ones[r] ?? 0) | user;
    if (w & 2) twos[r] = (twos[r] ?? 0) | user;
    if (w < 4) continue;
    if (w & 4) fours[r] = (fours[r] ?? 0) | user;
    if (w & 8) eights[r] = (eights[r] ?? 0) | user;
  }
}

function addSubsets(
  sums: Float64Array,
  subsets: Float64Array,
  mask: Uint8Array,
  times: number,
  width: number,
): void {
  for (let r = 0; r < mask.length; r++) {
    const set = mask[r] ?? 0;
    if (set === 0) continue;
    const [to, from] = [r * width, set * width];
    for (let k = 0; k < width; k++) {
      sums[to + k] = (sums[to + k] ?? 0) + times * (subsets[from + k] ?? 0);
    }
  }
}
