import { powerOfTwo } from "../../numeric/elementary/power-of-two.js";
import { hasSimd, loadModule } from "../../numeric/web-assembly.js";
import { poissonStream } from "../../random/poisson-stream.js";
import { kernelBytes } from "./kernel-bytes.js";

export interface Replication {
  readonly count: number;
  readonly seed: number;
}

/** Whole numbers count as their text. */
export type UserKey = string | number;

/** Users with their values: those of a user stand together, `width` numbers, a multiple of `abreast`. */
export interface UserValues {
  readonly keys: readonly UserKey[];
  readonly width: number;
  readonly values: Float64Array;
}

/** Columns that are added up in one loop: their sums over sets of users stay in a processor's nearest memory. */
export const abreast = 4;
/** Users whose weights are added up together. */
const together = 8;

/**
 * Σ w·value over users for every replicate, w the Poisson weights of each user's key: `width` numbers a replicate.
 * The weights of eight users are written in binary digits, and each of the lower two digits of all eight adds one of
 * the 256 sums that these users can give (the method of the four Russians; Arlazarov, Dinic, Kronrod and Faradžev
 * 1970): less than half of the additions that one user after the other takes. Weights of 4 and more, one in fifty,
 * are added one by one. Users stand next to those who have zeros in the same columns, which are then left out: few
 * users have any of a rare reward.
 */
export function replicateSums(users: UserValues, { count, seed }: Replication): Float64Array {
  const blocks = users.width / abreast;
  const kernel = createKernel(blocks, count);
  const order = alikeTogether(users);
  const drawn = emptyDraws(kernel.digits, count);
  for (let first = 0; first < order.length; first += together) {
    const batch = order.subarray(first, first + together);
    draw(drawn, users.keys, batch, seed);
    for (let block = 0; block < blocks; block++) {
      if (!sumSubsets(kernel.subsets, users, batch, block * abreast)) continue;
      kernel.addLowDigits(block);
      addLarger(kernel.sums[block] ?? none, kernel.subsets, drawn);
    }
  }
  return sideBySide(kernel.sums, count);
}

const none = new Float64Array(0);

/** Memory with the loop that takes most of the time; in JavaScript it takes several times as long. */
interface Kernel {
  /** Four columns' sums over every set of eight users. */
  readonly subsets: Float64Array;
  /** By replicate, whose weights have the digit 1, as a set of users, and 256 times those with the digit 2. */
  readonly digits: Uint16Array;
  /** Of a block of columns: four sums a replicate. */
  readonly sums: readonly Float64Array[];
  /** Adds the digits 1 and 2 of the weights to the sums of a block; the sum over no user is 0. */
  readonly addLowDigits: (block: number) => void;
}

type AddLowDigits = (sums: number, subsets: number, digits: number, count: number) => void;

/** The same numbers without WebAssembly (`node --jitless`), or without its SIMD. */
const createKernel = (blocks: number, count: number): Kernel =>
  hasSimd() ? webAssemblyKernel(blocks, count) : plainKernel(blocks, count);

function webAssemblyKernel(blocks: number, count: number): Kernel {
  const subsets = powerOfTwo(together) * abreast;
  const size = 8 * count * abreast;
  const digitsFrom = 8 * subsets;
  const sumsFrom = digitsFrom + 8 * Math.ceil((2 * count) / 8);
  const { memory, exports } = loadModule(kernelBytes, sumsFrom + blocks * size);
  const add = exports.addLowDigits as AddLowDigits;
  return {
    subsets: new Float64Array(memory, 0, subsets),
    digits: new Uint16Array(memory, digitsFrom, count),
    sums: Array.from(
      { length: blocks },
      (_, block) => new Float64Array(memory, sumsFrom + block * size, count * abreast),
    ),
    addLowDigits: (block) => add(sumsFrom + block * size, 0, digitsFrom, count),
  };
}

function plainKernel(blocks: number, count: number): Kernel {
  const subsets = new Float64Array(powerOfTwo(together) * abreast);
  const digits = new Uint16Array(count);
  const sums = Array.from({ length: blocks }, () => new Float64Array(count * abreast));
  const addLowDigits = (block: number): void => {
    const ofBlock = sums[block] ?? none;
    for (let at = 0; at < ofBlock.length; at++) {
      const sets = digits[Math.floor(at / abreast)] as number;
      const column = at % abreast;
      const two = subsets[(sets >> 8) * abreast + column] as number;
      (ofBlock[at] as number) += (subsets[(sets & 255) * abreast + column] as number) + (two + two);
    }
  };
  return { subsets, digits, sums, addLowDigits };
}

/** Users by which blocks of columns they add nothing to, in the order of their keys otherwise. */
function alikeTogether({ keys, width, values }: UserValues): Uint32Array {
  const patterns = new Int32Array(keys.length);
  const sizes = new Map<number, number>();
  for (let user = 0; user < keys.length; user++) {
    const [from, to] = [user * width, (user + 1) * width];
    let pattern = 0;
    for (let k = from; k < to; k++) {
      // Of more than 30 blocks the first ones decide.
      if (values[k] !== 0) pattern |= 1 << Math.min(30, Math.floor((k - from) / abreast));
    }
    patterns[user] = pattern;
    sizes.set(pattern, (sizes.get(pattern) ?? 0) + 1);
  }
  let done = 0;
  const next = new Map(
    [...sizes]
      .sort(([a], [b]) => a - b)
      .map(([pattern, size]) => {
        done += size;
        return [pattern, done - size];
      }),
  );
  const order = new Uint32Array(keys.length);
  patterns.forEach((pattern, user) => {
    const place = next.get(pattern) ?? 0;
    order[place] = user;
    next.set(pattern, place + 1);
  });
  return order;
}

interface Draws {
  readonly weights: Uint8Array;
  readonly digits: Uint16Array;
  /** What larger weights have beyond these digits: replicate, user and how often, one after the other. */
  readonly larger: Int32Array;
  filled: number;
}

const emptyDraws = (digits: Uint16Array, count: number): Draws => ({
  weights: new Uint8Array(count),
  digits,
  larger: new Int32Array(3 * count * together),
  filled: 0,
});

function draw(drawn: Draws, keys: readonly UserKey[], users: Uint32Array, seed: number): void {
  drawn.digits.fill(0);
  drawn.filled = 0;
  for (let place = 0; place < users.length; place++) {
    poissonStream(seed, String(keys[users[place] as number]), drawn.weights);
    setDigits(drawn, place);
  }
}

/** The low digits of a weight, parted as `digits` holds those of eight. */
const parted = (w: number): number => (w & 1) | ((w & 2) << 7);

function setDigits(drawn: Draws, place: number): void {
  const { weights, digits, larger } = drawn;
  let { filled } = drawn;
  for (let r = 0; r < weights.length; r++) {
    const w = weights[r] as number;
    // Without branches where these would be taken by chance.
    (digits[r] as number) |= parted(w) << place;
    if (w < 4) continue;
    larger[filled++] = r;
    larger[filled++] = place;
    larger[filled++] = w & ~3;
  }
  drawn.filled = filled;
}

/**
 * Four columns' sums over every set of up to eight users, those of a set at its binary number; false where all of
 * them are 0.
 */
function sumSubsets(
  subsets: Float64Array,
  { width, values }: UserValues,
  users: Uint32Array,
  block: number,
): boolean {
  let adds = false;
  for (let place = 0; place < users.length; place++) {
    const from = (users[place] as number) * width + block;
    const [a, b] = [values[from] as number, values[from + 1] as number];
    const [c, d] = [values[from + 2] as number, values[from + 3] as number];
    adds ||= a !== 0 || b !== 0 || c !== 0 || d !== 0;
    const start = abreast << place;
    for (let rest = 0; rest < start; rest += abreast) {
      subsets[start + rest] = (subsets[rest] as number) + a;
      subsets[start + rest + 1] = (subsets[rest + 1] as number) + b;
      subsets[start + rest + 2] = (subsets[rest + 2] as number) + c;
      subsets[start + rest + 3] = (subsets[rest + 3] as number) + d;
    }
  }
  return adds;
}

function addLarger(sums: Float64Array, subsets: Float64Array, { larger, filled }: Draws): void {
  for (let i = 0; i < filled; i += 3) {
    const to = (larger[i] as number) * abreast;
    const from = abreast << (larger[i + 1] as number);
    const times = larger[i + 2] as number;
    for (let j = 0; j < abreast; j++) {
      (sums[to + j] as number) += times * (subsets[from + j] as number);
    }
  }
}

function sideBySide(blocks: readonly Float64Array[], count: number): Float64Array {
  const width = blocks.length * abreast;
  const totals = new Float64Array(count * width);
  blocks.forEach((sums, block) => {
    for (let r = 0; r < count; r++) {
      totals.set(sums.subarray(r * abreast, (r + 1) * abreast), r * width + block * abreast);
    }
  });
  return totals;
}
