import { cos } from "../../numeric/elementary/cos.js";
import { ln } from "../../numeric/elementary/ln.js";
import { square } from "../../numeric/elementary/square.js";

/** Values of a function at some nodes, and how those at other points follow from them. */
export interface Interpolation {
  readonly nodes: Float64Array;
  /** By point: the weight of every node. */
  readonly weights: readonly Float64Array[];
}

/** How far an interpolated value may lie off, relative to the largest one. */
const tolerance = 1e-10;

/**
 * Nodes from which every function 1/(Λ + λ), Λ ≥ 0, follows at the points λ > 0 within 1e-10 of its largest value.
 * In x = (λ − s)/(λ + s) with s the geometric mean of the ends, all poles lie at |x| ≥ 1 and the points within
 * |x| ≤ h; a polynomial at m Chebyshev nodes is then off by some 4·ρ^−m with ρ = 1/h + √(1/h² − 1) (Trefethen 2013,
 * theorem 8.2). The inverse of A + λI, A ≥ 0, is such a function: its inverses at the nodes give all others. Where there are
 * no more points than nodes, the points are the nodes. From 500 to 1600 there are 13.
 */
export function interpolation(points: readonly number[]): Interpolation {
  const unique = [...new Set(points)];
  const [low, high] = [Math.min(...unique), Math.max(...unique)];
  const middle = Math.sqrt(low * high);
  const half = (high - middle) / (high + middle);
  const rho = half === 0 ? Infinity : 1 / half + Math.sqrt(1 / square(half) - 1);
  const count = Math.ceil(ln(4 / tolerance) / ln(rho));
  if (unique.length <= Math.max(1, count)) {
    const nodes = Float64Array.from(unique);
    const weights = points.map((point) => nodes.map((node) => (node === point ? 1 : 0)));
    return { nodes, weights };
  }
  const x = Float64Array.from(
    { length: count },
    (_, k) => half * cos(((2 * k + 1) * Math.PI) / (2 * count)),
  );
  return {
    nodes: x.map((at) => (middle * (1 + at)) / (1 - at)),
    weights: points.map((point) => lagrange(x, (point - middle) / (point + middle))),
  };
}

/** The weight of every node in the polynomial's value at a point. */
const lagrange = (nodes: Float64Array, at: number): Float64Array =>
  nodes.map((node, i) =>
    nodes.reduce(
      (product, other, j) => (i === j ? product : (product * (at - other)) / (node - other)),
      1,
    ),
  );
