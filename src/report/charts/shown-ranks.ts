/** Every rank up to 50; beyond, about one in each 4 %: as many as a picture or a table can hold. */
export function shownRanks(last: number): readonly number[] {
  const ranks: number[] = [];
  for (let rank = 1; rank <= last; rank = Math.max(rank + 1, Math.ceil(rank * step(rank)))) {
    ranks.push(rank);
  }
  return ranks;
}

const step = (rank: number): number => (rank < 50 ? 1 : 1.04);
