import { introselectOrder } from "../rankings/index.js";

/**
 * The K candidates with the highest scores, best first; a score of 0 is not a candidate. Equal scores among
 * them or at their end stand as numpy 1's selection leaves them.
 */
export function topK(scores: Float64Array, k: number): Int32Array {
  const heap = new Float64Array(k + 1);
  const size = largest(scores, heap);
  const sorted = heap.subarray(0, size).sort();
  let hasTie = false;
  for (let i = 1; i < size; i++) hasTie ||= sorted[i] === sorted[i - 1];
  return hasTie
    ? byIntroselect(scores, k)
    : above(scores, sorted[Math.max(0, size - k)] ?? Infinity);
}

/** The largest scores but 0, as many as the heap has places; returns how many there are. */
function largest(scores: Float64Array, heap: Float64Array): number {
  const room = heap.length;
  let size = 0;
  for (let i = 0; i < scores.length; i++) {
    const score = scores[i] as number;
    if (score === 0) continue;
    if (size < room) {
      let at = size++;
      while (at > 0 && (heap[(at - 1) >> 1] as number) > score) {
        heap[at] = heap[(at - 1) >> 1] as number;
        at = (at - 1) >> 1;
      }
      heap[at] = score;
    } else if (score > (heap[0] as number)) {
      let at = 0;
      for (;;) {
        let child = 2 * at + 1;
        if (child >= room) break;
        if (child + 1 < room && (heap[child + 1] as number) < (heap[child] as number)) child += 1;
        if ((heap[child] as number) >= score) break;
        heap[at] = heap[child] as number;
        at = child;
      }
      heap[at] = score;
    }
  }
  return size;
}

/** All candidates of at least this score, which do not tie, best first. */
function above(scores: Float64Array, least: number): Int32Array {
  const items: number[] = [];
  for (let i = 0; i < scores.length; i++) {
    const score = scores[i] as number;
    if (score >= least && score !== 0) items.push(i);
  }
  return Int32Array.from(items).sort((a, b) => (scores[b] as number) - (scores[a] as number));
}

function byIntroselect(scores: Float64Array, k: number): Int32Array {
  const candidates = Int32Array.from(scores.keys()).filter((at) => scores[at] !== 0);
  const values = Float64Array.from(candidates, (at) => scores[at] ?? 0);
  return introselectOrder(values, k).map((at) => candidates[at] ?? 0);
}
