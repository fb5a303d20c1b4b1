/**
 * Writes into `order` the candidates from..from+n−1 by falling score, ties in candidate order.
 * An insertion sort: at forty candidates it beats the built-in sort of typed arrays.
 */
export function orderByScore(
  scores: Float64Array,
  from: number,
  n: number,
  order: Int32Array,
): void {
  for (let at = 0; at < n; at++) order[at] = from + at;
  sortByScore(scores, order, n, new Float64Array(n));
}

/**
 * Sorts the first n candidates of `order` by falling score; `keys` is room for as many scores. It is quick where
 * they are nearly sorted, as they are where another ranker has sorted them.
 */
export function sortByScore(
  scores: Float64Array,
  order: Int32Array,
  n: number,
  keys: Float64Array,
): void {
  for (let at = 0; at < n; at++) {
    const candidate = order[at] as number;
    const score = scores[candidate] as number;
    let place = at;
    while (place > 0 && (keys[place - 1] as number) < score) {
      keys[place] = keys[place - 1] as number;
      order[place] = order[place - 1] as number;
      place--;
    }
    keys[place] = score;
    order[place] = candidate;
  }
}
