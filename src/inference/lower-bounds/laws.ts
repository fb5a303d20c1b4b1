import { InternalError } from "../../errors.js";
import { createRandom } from "../../random/index.js";
import type { BoundedSample, LowerBound } from "./lower-bound.js";

/** What holds for every lower bound; throws an InternalError that names it where it does not. */
export interface LowerBoundLaw {
  readonly name: string;
  readonly check: (bound: LowerBound) => void;
}

export const lowerBoundLaws: readonly LowerBoundLaw[] = [
  { name: "a bound lies below the mean, and lower for a smaller chance of failure", check: below },
  { name: "a bound follows the units and the origin of the values", check: follows },
  { name: "a bound rises with the number of values", check: rises },
  { name: "a bound fails no more often than it says", check: holds },
];

const samples: readonly BoundedSample[] = [
  { mean: 0.3, variance: 0.21, n: 12, range: [0, 1] },
  { mean: -2, variance: 5, n: 500, range: [-10, 4] },
];

function below(bound: LowerBound): void {
  for (const sample of samples) {
    const [wide, narrow] = [bound.of(sample, 0.01), bound.of(sample, 0.1)];
    insist(wide < narrow && narrow < sample.mean, bound, "is not below the mean", sample);
  }
}

function follows(bound: LowerBound): void {
  for (const sample of samples) {
    const { mean, variance, n, range } = sample;
    const moved: BoundedSample = {
      mean: 3 * mean + 7,
      variance: 9 * variance,
      n,
      range: [3 * range[0] + 7, 3 * range[1] + 7],
    };
    const gap = bound.of(moved, 0.05) - (3 * bound.of(sample, 0.05) + 7);
    insist(Math.abs(gap) < 1e-9, bound, "does not follow the units", sample);
  }
}

function rises(bound: LowerBound): void {
  for (const sample of samples) {
    const more = { ...sample, n: 4 * sample.n };
    insist(bound.of(more, 0.05) > bound.of(sample, 0.05), bound, "does not rise with n", sample);
  }
}

/** Rare rewards at small n for those that hold always; many nearly normal values for approximations. */
function holds(bound: LowerBound): void {
  const [truth, n, worlds, delta] = bound.isExact ? [0.1, 20, 1500, 0.1] : [0.5, 400, 1500, 0.1];
  const random = createRandom("laws of lower bounds");
  let failures = 0;
  for (let world = 0; world < worlds; world++) {
    const ones = Array.from({ length: n }, () => random.next()).filter((u) => u < truth).length;
    const mean = ones / n;
    const variance = (n * mean * (1 - mean)) / (n - 1);
    if (bound.of({ mean, variance, n, range: [0, 1] }, delta) > truth) failures += 1;
  }
  const most = delta + 4 * Math.sqrt((delta * (1 - delta)) / worlds);
  insist(failures / worlds <= most, bound, `fails in ${failures} of ${worlds} worlds`, {
    truth,
    n,
  });
}

function insist(isTrue: boolean, { name }: LowerBound, fault: string, found: object): void {
  if (!isTrue) throw new InternalError(`${name}: ${fault}: ${JSON.stringify(found)}.`);
}
