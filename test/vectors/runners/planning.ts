import { normalCdf } from "../../../src/numeric/normal-cdf.js";
import { normalQuantile } from "../../../src/numeric/normal-quantile.js";
import {
  augmentedLogging,
  bestExposure,
  designEffect,
  firstLogging,
  mixtureOfRankings,
  powerAt,
  smallestDifference,
  trajectoriesFor,
} from "../../../src/planning/index.js";
import { type Runner, runner } from "../case.js";

interface Power {
  readonly sdDelta: number;
  readonly alphaTwoSided: number;
  readonly power: number;
  readonly delta: number;
  readonly n: number;
  readonly meanClusterSize: number;
  readonly icc: number;
}

interface Mval {
  readonly existing: readonly number[];
  readonly target: readonly number[];
  readonly secondMoment: readonly number[];
  readonly alphaExisting: number;
}

interface Design {
  readonly s: readonly number[];
  readonly p: readonly number[];
}

const sumOf = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
const squares = (s: readonly number[], exposure: readonly number[]): number =>
  sumOf(s.map((each, a) => each ** 2 / (exposure[a] ?? 0)));

/** How much data a difference needs, and who should log them. */
export const planningRunners: readonly Runner[] = [
  runner<Power>("power.mde", ({ sdDelta, alphaTwoSided, power, delta, n, ...users }) => {
    const test = { alpha: alphaTwoSided, power };
    const effect = designEffect(users.meanClusterSize, users.icc);
    const se = sdDelta / Math.sqrt(n);
    return {
      nForDelta: trajectoriesFor(delta, sdDelta, test),
      mdeForN: smallestDifference(se, test),
      designEffect: effect,
      mdeClustered: smallestDifference(se * Math.sqrt(effect), test),
      powerAtDelta: powerAt(delta, se, alphaTwoSided),
      check: normalCdf(normalQuantile(power)),
    };
  }),
  runner<Mval>("mval.waterFilling", ({ existing, target, secondMoment, alphaExisting }) => {
    const found = augmentedLogging({ existing, target, secondMoment, share: alphaExisting });
    return {
      kappa: found.level,
      mixture: found.mixture,
      augmentation: found.augmentation,
      objective: found.objective,
      objectiveNoDesign: found.undesigned,
      fromScratchPolicy: firstLogging(target, secondMoment),
    };
  }),
  runner<Design>("design.rankingExposure", ({ s, p }) => {
    const { exposure, objective } = bestExposure(s, p);
    return {
      exposure,
      objective,
      objectiveDeterministicSorted: mixtureOfRankings(s, p, 0).objective,
      objectiveUniformRandom: squares(
        s,
        p.map(() => sumOf(p) / p.length),
      ),
    };
  }),
];
