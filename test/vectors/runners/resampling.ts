import {
  logEValue,
  mixingFor,
  sequenceMargin,
} from "../../../src/inference/intervals/confidence-sequence/confidence-sequence.js";
import { normalQuantile } from "../../../src/numeric/normal-quantile.js";
import { fnv1a64 } from "../../../src/random/fnv1a64.js";
import {
  poissonOneCdf,
  poissonWeight,
  replicateStart,
} from "../../../src/random/poisson-weight.js";
import { splitmix64 } from "../../../src/random/splitmix64.js";
import { toUnitInterval, type Uint64 } from "../../../src/random/uint64.js";
import { type Runner, runner } from "../case.js";

const hex = ({ hi, lo }: Uint64): string =>
  [hi, lo].map((half) => half.toString(16).padStart(8, "0")).join("");

interface Bootstrap {
  readonly seed: number;
  readonly keys: readonly string[];
  readonly replicates: number;
  readonly values: readonly number[];
}

interface Anytime {
  readonly alpha: number;
  readonly tOpt: number;
  readonly ts: readonly number[];
  readonly S: number;
  readonly t: number;
}

/** Hashed bootstrap weights, and tests that may be looked at at any time. */
export const resamplingRunners: readonly Runner[] = [
  runner<Bootstrap>("bootstrap.poissonHash", ({ seed, keys, replicates, values }) => {
    const weights = Array.from({ length: replicates }, (_, b) =>
      keys.map((key) => poissonWeight(replicateStart(seed, b), key)),
    );
    const sum = (of: readonly number[]): number => of.reduce((a, b) => a + b, 0);
    return {
      splitmix64_0: hex(splitmix64({ hi: 0, lo: 0 })),
      splitmix64_1: hex(splitmix64({ hi: 0, lo: 1 })),
      fnv1a64: Object.fromEntries(["", "a", "42|0|t1"].map((text) => [text, hex(fnv1a64(text))])),
      u_42_0_t1: toUnitInterval(splitmix64(fnv1a64("42|0|t1"))),
      poisson1Cdf: poissonOneCdf.slice(0, 12),
      weights,
      replicateMeans: weights.map((row) => sum(row.map((k, i) => k * (values[i] ?? 0))) / sum(row)),
    };
  }),
  runner<Anytime>(
    "anytime.asymptoticCS",
    ({ alpha, tOpt, ts, S, t }) => {
      const mixing = mixingFor(alpha, tOpt);
      const e = Math.exp(logEValue(S, t, mixing));
      return {
        rho2Exact: mixing,
        marginTwoSided: ts.map((n) => sequenceMargin(n, mixing, alpha)),
        eValue: e,
        pAnytime: Math.min(1, 1 / e),
        fixedNormalMargin: ts.map((n) => normalQuantile(1 - alpha / 2) / Math.sqrt(n)),
      };
    },
    { rho2Approx: "mixingFor is exact" },
  ),
];
