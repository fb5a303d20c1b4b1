import { chiSquaredUpperTail } from "../../../src/numeric/chi-squared.js";
import { lambertWMinus1 } from "../../../src/numeric/lambert-w.js";
import { logGamma } from "../../../src/numeric/log-gamma.js";
import { normalCdf } from "../../../src/numeric/normal-cdf.js";
import { normalQuantile } from "../../../src/numeric/normal-quantile.js";
import { tCdf } from "../../../src/numeric/student-t.js";
import { tQuantile } from "../../../src/numeric/student-t-quantile.js";
import { digamma } from "../../fixture/special/digamma.js";
import { regularizedBeta } from "../../fixture/special/incomplete-beta.js";
import { type Runner, runner } from "../case.js";

type Pair = readonly [number, number];

interface Arguments {
  readonly digamma: readonly number[];
  readonly lgamma: readonly number[];
  readonly normalQuantile: readonly number[];
  readonly tQuantile: readonly Pair[];
  readonly tCdf: readonly Pair[];
  readonly betainc: readonly (readonly [number, number, number])[];
  readonly chi2sf: readonly Pair[];
  readonly normCdf: readonly number[];
  readonly lambertWm1: readonly number[];
}

/** The special functions, which the front door does not export: taken from the room `numeric`. */
export const specialRunners: readonly Runner[] = [
  runner<Arguments>("special.functions", (given) => ({
    digamma: given.digamma.map((x) => digamma(x)),
    lgamma: given.lgamma.map((x) => logGamma(x)),
    normalQuantile: given.normalQuantile.map((q) => normalQuantile(q)),
    tQuantile: given.tQuantile.map(([q, df]) => tQuantile(q, df)),
    tCdf: given.tCdf.map(([t, df]) => tCdf(t, df)),
    betainc: given.betainc.map(([a, b, x]) => regularizedBeta(a, b, x)),
    chi2sf: given.chi2sf.map(([x, df]) => chiSquaredUpperTail(x, df)),
    normCdf: given.normCdf.map((z) => normalCdf(z)),
    lambertWm1: given.lambertWm1.map((x) => lambertWMinus1(x)),
  })),
];
