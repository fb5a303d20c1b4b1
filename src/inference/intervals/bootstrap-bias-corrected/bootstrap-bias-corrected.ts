import { square } from "../../../numeric/elementary/square.js";
import { deviations } from "../bootstrap.js";
import type { IntervalMethod, Statistic } from "../interval.js";
import { type QuantileCurve, scoreAt, twoSidedP } from "../quantile-curve.js";
import { skewnessOf } from "../skewness.js";
import { elseStudent } from "../student.js";

/**
 * BCa: the quantiles of the replicates at Φ(z₀ + w/(1 − a·w)), w = z₀ ± z, with z₀ the normal score of the value
 * among its replicates and a = Σψ³/(6(Σψ²)^{3/2}) of the influences of users (Efron 1987).
 */
export const bootstrapBiasCorrected: IntervalMethod = {
  name: "bootstrapBiasCorrected",
  purpose: "quantiles of 1,000 Poisson replicates, corrected for median bias and skewness (BCa)",
  reference: "Efron (1987), Better bootstrap confidence intervals",
  needsReplicates: true,
  drawsUsers: true,
  ...elseStudent(read, {
    margins: (_of, { curve, bias, stretched }, confidence) => {
      const z = scoreAt(confidence);
      return [-curve.at(bias + stretched(bias - z)), curve.at(bias + stretched(bias + z))];
    },
    p: ({ value }, { curve, bias, shrunk }) => {
      const [low, high] = curve.scoresOf(-value);
      return twoSidedP([shrunk(low - bias) - bias, shrunk(high - bias) - bias]);
    },
  }),
};

interface BiasCorrection {
  readonly curve: QuantileCurve;
  /** z₀. */
  readonly bias: number;
  /** w/(1 − a·w), and its inverse. */
  readonly stretched: (w: number) => number;
  readonly shrunk: (v: number) => number;
}

/** Beyond |a·w| = .5 the map goes on as a line, since it has a pole at 1. */
const mostBent = 0.5;

function read(of: Statistic): BiasCorrection | undefined {
  const curve = deviations(of);
  if (curve === undefined || of.influence === undefined) return undefined;
  const [low, high] = curve.scoresOf(0);
  const a = skewnessOf(of.influence) / 6;
  const size = Math.abs(a);
  const edge = size === 0 ? Infinity : mostBent / size;
  const bent = (w: number): number => w / (1 - a * w);
  const stretched = (w: number): number => {
    if (Math.abs(w) <= edge) return bent(w);
    const at = Math.sign(w) * edge;
    return bent(at) + (w - at) / square(1 - a * at);
  };
  const shrunk = (v: number): number => {
    const [from, to] = [bent(-edge), bent(edge)];
    if (edge === Infinity) return v;
    if (v > to) return edge + (v - to) * square(1 - a * edge);
    if (v < from) return -edge + (v - from) * square(1 + a * edge);
    return v / (1 + a * v);
  };
  return { curve, bias: (low + high) / 2, stretched, shrunk };
}
