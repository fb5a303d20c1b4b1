/** A ranking drawn from scores. */
export interface DrawnRanking {
  /** The scores with their noise, by item. */
  readonly perturbed: readonly number[];
  /** Items (indices of scores), best first. */
  readonly order: readonly number[];
}

/**
 * A ranking drawn from a Plackett–Luce ranker with weights e^score: items sorted by score + Gumbel noise, largest first
 * (ties by item). `gumbel` gives one standard Gumbel number an item, such as −ln(−ln U) for U in (0, 1), or
 * `() => random.gumbel()`. `gumbelTopK([1, 0], () => 0).order` is [0, 1].
 */
export function gumbelTopK(
  scores: readonly number[],
  gumbel: (item: number) => number,
  k: number = scores.length,
): DrawnRanking {
  const perturbed = scores.map((score, item) => score + gumbel(item));
  const order = [...perturbed.keys()]
    .sort((a, b) => (perturbed[b] ?? 0) - (perturbed[a] ?? 0) || a - b)
    .slice(0, k);
  return { perturbed, order };
}
