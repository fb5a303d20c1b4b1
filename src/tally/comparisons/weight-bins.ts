import { canonical } from "../../log/canonical.js";
import { log2 } from "../../numeric/elementary/log-in-base.js";
import { pow } from "../../numeric/elementary/pow.js";
import {
  bigint,
  caseWhen,
  double,
  type Expression,
  equal,
  less,
  lookup,
} from "../../sql/expression.js";

/** Bins of weights: four in each doubling, from 2^-20 on; bin 1 holds those of 0. */
const perDoubling = 4;
const lowest = -20 * perDoubling;
const firstBin = 2;

/** The weight in the middle of a bin, by ratio; 0 of the first. */
export const middleOf = (bin: number): number =>
  bin < firstBin ? 0 : pow(2, (bin - firstBin + lowest) / perDoubling);

/** Weights in a bin lie within this ratio of its middle, but for the smallest. */
export const withinBin: number = pow(2, 1 / (2 * perDoubling));

/** The bin of the largest weight, of at least one doubling; infinite where nothing bounds it. */
export const binOf = (most: number): number =>
  Math.max(firstBin + 1, Math.ceil(perDoubling * log2(Math.max(most, 1e-300))) - lowest + firstBin);

/** The bin of a weight, at most `last`: a search by halves, since engines' logarithms differ. */
export function binOfWeight(weight: Expression, last: number): Expression {
  const within = (from: number, to: number): Expression => {
    if (from === to) return bigint(BigInt(from));
    const half = Math.floor((from + to) / 2);
    const edge = double(middleOf(half) * withinBin);
    return caseWhen([{ when: less(weight, edge), then: within(from, half) }], within(half + 1, to));
  };
  const nothing = { when: equal(weight, double(0)), then: bigint(1n) };
  return caseWhen([nothing], within(firstBin, last));
}

/** What brings the weights of a bin near 1; 0 where they are 0. */
export const inverseMiddle = (bin: Expression, last: number): Expression =>
  lookup(
    "inverse middles of bins of weights",
    Array.from({ length: last }, (_, at) => (at + 1 < firstBin ? 0 : 1 / middleOf(at + 1))),
    bin,
  );

/** Exposures are at most 1. */
export const exposureBins: number = binOf(1);

export const binOfExposure: Expression = binOfWeight(canonical.loggedExposure, exposureBins);
