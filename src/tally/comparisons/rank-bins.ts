import { bigint, caseWhen, type Expression, less } from "../../sql/expression.js";

/** Ranks that the tables of comparisons tell apart; tables by two ranks grow with their square. */
export const ranksApart = 512;

/** Deeper ranks share bins whose ends are in this ratio. */
const ratio = 1.05;
/** The bin that holds all ranks that are left; bins have ten bits. */
export const lastBin = 1023;

/** The first rank of each bin: ranks 513 to 538, 539 to 565, 566 to 594, … */
const firsts: readonly number[] = firstRanks();

function firstRanks(): readonly number[] {
  const starts = [ranksApart + 1];
  while (ranksApart + starts.length < lastBin)
    starts.push(Math.ceil((starts.at(-1) ?? ranksApart) * ratio));
  return starts;
}

/** The first rank of a bin: up to 512 each rank is its own. */
export const firstOfBin = (bin: number): number =>
  bin <= ranksApart ? bin : (firsts[bin - ranksApart - 1] ?? Number.POSITIVE_INFINITY);

export const lastOfBin = (bin: number): number => firstOfBin(bin + 1) - 1;

/** The bin of a rank: the rank itself up to 512. */
export function binOfRank(rank: number): number {
  if (!(rank > ranksApart)) return rank;
  let [low, high] = [ranksApart + 1, lastBin];
  while (low < high) {
    const half = Math.ceil((low + high) / 2);
    if (firstOfBin(half) <= rank) low = half;
    else high = half - 1;
  }
  return low;
}

export const middleOfBin = (bin: number): number =>
  bin <= ranksApart ? bin : (firstOfBin(bin) + lastOfBin(bin)) / 2;

/** A bin in words: "512", "513–538". */
export const nameOfBin = (bin: number): string =>
  bin <= ranksApart ? `${bin}` : `${firstOfBin(bin)}–${lastOfBin(bin)}`;

/** The bin of a rank that is `deepest` at most, by halves. */
export function binnedRank(rank: Expression, deepest: number): Expression {
  if (!(deepest > ranksApart)) return rank;
  const within = (from: number, to: number): Expression => {
    if (from === to) return bigint(BigInt(from));
    const half = Math.floor((from + to) / 2);
    const isBelow = less(rank, bigint(BigInt(firstOfBin(half + 1))));
    return caseWhen([{ when: isBelow, then: within(from, half) }], within(half + 1, to));
  };
  const isApart = less(rank, bigint(BigInt(ranksApart + 1)));
  const last = deepest < firstOfBin(lastBin) ? binOfRank(deepest) : lastBin;
  return caseWhen([{ when: isApart, then: rank }], within(ranksApart + 1, last));
}
