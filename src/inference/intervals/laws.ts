import { type Insist, type Law, laws } from "../../laws.js";
import { square } from "../../numeric/elementary/square.js";
import { createRandom } from "../../random/create-random.js";
import type { Random } from "../../random/random.js";
import { type IntervalMethod, intervalBy, lessBy, type Statistic } from "./interval.js";

export const intervalLaws: readonly Law<IntervalMethod>[] = laws({
  nameOf: ({ name }) => name,
  laws: {
    "an interval holds its value and has finite ends": holdsValue,
    "intervals widen with confidence": widens,
    "a value without error has the interval [value, value] and p 0 or 1": noError,
    "a value in other units has its interval in these units": scales,
    "the opposite value has the opposite interval and the same p": mirrors,
    "an interval excludes 0 exactly where p is below 1 − confidence": agreesWithP,
    "intervals of a mean hold the truth as often as they say": covers,
  },
});

const levels: readonly number[] = [0.5, 0.8, 0.95, 0.99];

/** The mean of buckets of normal draws around a truth, with its error and its replicates. */
function meanOfBuckets(random: Random, truth: number, buckets: number): Statistic {
  const sums = Float64Array.from({ length: buckets }, () => truth + random.normal());
  const value = sums.reduce((a, b) => a + b, 0) / buckets;
  const squares = sums.reduce((sum, other) => sum + square(other - value), 0);
  const meanWith = (weights: Float64Array): readonly [mean: number, total: number] => {
    let [sum, total] = [0, 0];
    for (let b = 0; b < buckets; b++) {
      sum += (weights[b] ?? 0) * (sums[b] ?? 0);
      total += weights[b] ?? 0;
    }
    return [sum / total, total];
  };
  const size = Math.sqrt(buckets * (buckets - 1));
  return {
    value,
    se: Math.sqrt(squares) / size,
    degreesOfFreedom: buckets - 1,
    trajectories: 5 * buckets,
    influence: sums.map((sum) => (sum - value) / size),
    replicates: {
      buckets,
      curveLinear: false,
      at: (weights) => meanWith(weights)[0],
      withInfluence: (weights) => {
        const [mean, total] = meanWith(weights);
        return { value: mean, influence: sums.map((sum) => (sum - mean) / total) };
      },
    },
  };
}

function times(of: Statistic, factor: number): Statistic {
  const { replicates, influence, ...rest } = of;
  const scaled = {
    ...rest,
    value: of.value * factor,
    se: of.se * Math.abs(factor),
    ...(influence && { influence: influence.map((psi) => psi * factor) }),
  };
  if (replicates === undefined) return scaled;
  const { withInfluence } = replicates;
  return {
    ...scaled,
    replicates: {
      ...replicates,
      at: (weights) => {
        const value = replicates.at(weights);
        return typeof value === "number" ? value * factor : value;
      },
      ...(withInfluence && {
        withInfluence: (weights: Float64Array) => {
          const replicate = withInfluence(weights);
          if ("code" in replicate) return replicate;
          const { value, influence } = replicate;
          return { value: value * factor, influence: influence.map((psi) => psi * factor) };
        },
      }),
    },
  };
}

function samples(seed: string, count = 40): readonly Statistic[] {
  const random = createRandom(`laws of intervals ${seed}`);
  return Array.from({ length: count }, () =>
    meanOfBuckets(random, random.integer(3) / 10, 2 + random.integer(60)),
  );
}

function holdsValue(method: IntervalMethod, insist: Insist): void {
  for (const of of samples("value")) {
    const [lo, hi] = intervalBy(method, of, 0.95);
    const holds = Number.isFinite(lo) && Number.isFinite(hi) && lo <= of.value && of.value <= hi;
    insist(holds, "has an interval without its value", { value: of.value, lo, hi });
  }
}

function widens(method: IntervalMethod, insist: Insist): void {
  for (const of of samples("confidence")) {
    const margins = levels.map((level) => method.margins(of, level));
    margins.slice(1).forEach(([below, above], i) => {
      const [less, lessAbove] = margins[i] ?? [0, 0];
      const holds = below >= less && above >= lessAbove && below + above > less + lessAbove;
      insist(holds, "does not widen with confidence", { below, less });
    });
  }
}

function noError(method: IntervalMethod, insist: Insist): void {
  for (const value of [0, -2.5]) {
    const replicates = { buckets: 5, curveLinear: false, at: () => value };
    const of = { value, se: 0, degreesOfFreedom: 4, replicates };
    const [lo, hi] = intervalBy(method, of, 0.95);
    const holds = lo === value && hi === value && method.p(of) === (value === 0 ? 1 : 0);
    insist(holds, "doubts a value without error", { value, lo, hi, p: method.p(of) });
  }
}

function scales(method: IntervalMethod, insist: Insist): void {
  for (const of of samples("units")) {
    const [below, above] = method.margins(of, 0.9);
    const [twice, twiceAbove] = method.margins(times(of, 2), 0.9);
    const holds = near(twice, 2 * below) && near(twiceAbove, 2 * above);
    insist(holds, "depends on the units of the value", { below, twice });
  }
}

function mirrors(method: IntervalMethod, insist: Insist): void {
  for (const of of samples("mirror")) {
    const opposite = times(of, -1);
    const [below, above] = method.margins(of, 0.9);
    const [beneath, beyond] = method.margins(opposite, 0.9);
    const holds =
      near(below, beyond) && near(above, beneath) && near(method.p(opposite), method.p(of));
    insist(holds, "treats a value and its opposite differently", { below, beyond });
  }
}

function agreesWithP(method: IntervalMethod, insist: Insist): void {
  for (const of of samples("duality", method.needsReplicates === true ? 60 : 200)) {
    for (const level of levels) {
      const [lo, hi] = intervalBy(method, of, level);
      const p = method.p(of);
      const isEdge = Math.abs(p - (1 - level)) < 1e-9;
      const holds = isEdge || (lo > 0 || hi < 0) === p < 1 - level;
      insist(holds, "has a p-value that disagrees with its interval", { lo, hi, p, level });
    }
  }
}

/**
 * 1,000 means of 80 buckets, of methods that read replicates 300 of 40: within four standard errors of the
 * simulation and 1 % of the level.
 */
function covers(method: IntervalMethod, insist: Insist): void {
  const random = createRandom("laws of intervals coverage");
  const [draws, buckets] = method.needsReplicates === true ? [300, 40] : [1000, 80];
  const [level, truth] = [0.9, 0.7];
  let hits = 0;
  for (let i = 0; i < draws; i++) {
    const of = lessBy(meanOfBuckets(random, truth, buckets), truth);
    const [lo, hi] = intervalBy(method, of, level);
    if (lo <= 0 && hi >= 0) hits += 1;
  }
  const allowed = 0.01 + 4 * Math.sqrt((level * (1 - level)) / draws);
  const share = hits / draws;
  const holds =
    share >= level - allowed && (method.isConservative === true || share <= level + allowed);
  insist(holds, "does not hold its level", { share, level });
}

const near = (a: number, b: number): boolean =>
  Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b)) + 1e-15;
