/** f(1) … f(n). `overRanks(3, (r) => 1 / r)` is [1, 0.5, 0.333…]. */
export function overRanks(n: number, f: (rank: number) => number): number[] {
  return Array.from({ length: n }, (_, index) => f(index + 1));
}
