/** A user's scores in the order of the file, and the order of two items by their names. */
export interface ScoredItems {
  readonly scores: Float64Array;
  /** Below 0 where the name of item a comes before that of b, byte by byte. */
  readonly compareNames: (a: number, b: number) => number;
}

/** Highest score first; equal scores as `then` says, else in the order of the file. */
export function byScore(scores: Float64Array, then: (a: number, b: number) => number): Int32Array {
  const order = new Int32Array(scores.length);
  for (let i = 0; i < order.length; i++) order[i] = i;
  if (isDescending(scores)) return order;
  return order.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || then(a, b) || a - b);
}

function isDescending(scores: Float64Array): boolean {
  for (let i = 1; i < scores.length; i++) {
    if (!((scores[i - 1] ?? 0) > (scores[i] ?? 0))) return false;
  }
  return true;
}
