import { log2 } from "../../numeric/elementary/log-in-base.js";

/**
 * The K indices of the largest values as numpy 1.26's generic `argpartition(values, [n − K, …, n − 1])` leaves
 * them, read backwards: highest first, and equal values in the order in which its selection meets them. Numpy 2
 * selects with vector instructions and orders ties otherwise. `introselectOrder([1, 2, 1], 2)` is [1, 2].
 */
export function introselectOrder(values: Float64Array, k: number): Int32Array {
  const n = values.length;
  const kept = Math.min(k, n);
  const v = Float64Array.from(values);
  const at = Int32Array.from(values, (_, i) => i);
  const pivots: number[] = [];
  for (let kth = n - kept; kth < n; kth++) selectOne(v, at, kth, pivots);
  return at.subarray(n - kept).toReversed();
}

const swap = (v: Float64Array, at: Int32Array, a: number, b: number): void => {
  const [value, index] = [v[a] ?? 0, at[a] ?? 0];
  v[a] = v[b] ?? 0;
  at[a] = at[b] ?? 0;
  v[b] = value;
  at[b] = index;
};

/** How many pivots are remembered from one selection to the next. */
const mostPivots = 50;

const remember = (pivots: number[], place: number): void => {
  if (pivots.length < mostPivots) pivots.push(place);
};

function selectOne(v: Float64Array, at: Int32Array, kth: number, pivots: number[]): void {
  let low = 0;
  let high = v.length - 1;
  for (let top = pivots.at(-1); top !== undefined; top = pivots.at(-1)) {
    if (top === kth) return;
    if (top > kth) {
      high = top - 1;
      break;
    }
    low = top + 1;
    pivots.pop();
  }
  if (kth - low < 3) {
    selectSmallest(v, at, low, high, kth);
    remember(pivots, kth);
    return;
  }
  if (kth === v.length - 1) {
    let last = low;
    for (let i = low; i <= kth; i++) if ((v[i] ?? 0) >= (v[last] ?? 0)) last = i;
    swap(v, at, kth, last);
    return;
  }
  let rounds = 2 * Math.floor(log2(v.length));
  while (low + 1 < high) {
    const placed = choosePivot(v, at, low, high, rounds <= 0);
    rounds -= 1;
    const hh = partition(v, at, placed, low, high);
    if (hh.high !== kth && hh.high >= kth) remember(pivots, hh.high);
    if (hh.high >= kth) high = hh.high - 1;
    if (hh.high <= kth) low = hh.low;
  }
  if (high === low + 1 && (v[high] ?? 0) < (v[low] ?? 0)) swap(v, at, high, low);
  remember(pivots, kth);
}

function selectSmallest(
  v: Float64Array,
  at: Int32Array,
  low: number,
  high: number,
  kth: number,
): void {
  for (let i = low; i <= kth; i++) {
    let least = i;
    for (let k = i + 1; k <= high; k++) if ((v[k] ?? 0) < (v[least] ?? 0)) least = k;
    swap(v, at, i, least);
  }
}

/** Where the scans of a partition start. */
interface Start {
  readonly ll: number;
  readonly hh: number;
}

/** Puts the pivot at `low`: the median of three, or of medians of five once a selection takes too long. */
function choosePivot(
  v: Float64Array,
  at: Int32Array,
  low: number,
  high: number,
  isSlow: boolean,
): Start {
  if (isSlow && high - low > 5) {
    swap(v, at, medianOfMedians(v, at, low + 1, high), low);
    return { ll: low, hh: high + 1 };
  }
  const mid = low + Math.floor((high - low) / 2);
  if ((v[high] ?? 0) < (v[mid] ?? 0)) swap(v, at, high, mid);
  if ((v[high] ?? 0) < (v[low] ?? 0)) swap(v, at, high, low);
  if ((v[low] ?? 0) < (v[mid] ?? 0)) swap(v, at, low, mid);
  swap(v, at, mid, low + 1);
  return { ll: low + 1, hh: high };
}

function partition(
  v: Float64Array,
  at: Int32Array,
  { ll: left, hh: right }: Start,
  low: number,
  high: number,
): { readonly low: number; readonly high: number } {
  const pivot = v[low] ?? 0;
  let [ll, hh] = [left, right];
  for (;;) {
    do ll += 1;
    while (ll <= high && (v[ll] ?? 0) < pivot);
    do hh -= 1;
    while (hh > low && pivot < (v[hh] ?? 0));
    if (hh < ll) break;
    swap(v, at, ll, hh);
  }
  swap(v, at, low, hh);
  return { low: ll, high: hh };
}

/** The place of the median of the medians of fives in [from, to), which are moved to the front. */
function medianOfMedians(v: Float64Array, at: Int32Array, from: number, to: number): number {
  const groups = Math.floor((to - from) / 5);
  for (let g = 0; g < groups; g++) {
    const start = from + 5 * g;
    selectSmallest(v, at, start, start + 4, start + 2);
    swap(v, at, start + 2, from + g);
  }
  const middle = from + Math.floor(groups / 2);
  if (groups > 2) selectSmallest(v, at, from, from + groups - 1, middle);
  return middle;
}
