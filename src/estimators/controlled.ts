import { solve } from "../numeric/solve.js";
import { type Expression, sum, times } from "../sql/expression.js";
import type { Component, Formula, Functional } from "./estimator.js";

/**
 * A mean of per-trajectory sums with control variates: Ā − Σ_k β_k X̄_k, each X_k having mean 0 under the
 * assumptions, and β = Cov(X, X)⁻¹ Cov(X, A) from the trajectories (docs/methods.md, "Control variates"). The
 * components are A, X, A·X, X·X in this order.
 */
export function controlled(
  a: Component,
  ofRow: Expression,
  controls: readonly Expression[],
): Formula {
  const total = sum(ofRow);
  const perTrajectory = (value: Expression): Component => ({
    over: "trajectories",
    rows: "all",
    value,
  });
  const components = [
    a,
    ...controls.map(perTrajectory),
    ...controls.map((x) => perTrajectory(times(total, x))),
    ...pairsOf(controls).map(([x, y]) => perTrajectory(times(x, y))),
  ];
  const plugIn: Functional = (means) => withoutControls(means, controls.length);
  return { components, plugIn };
}

const pairsOf = <T>(list: readonly T[]): (readonly [T, T])[] =>
  list.flatMap((x, at) => list.slice(at).map((y) => [x, y] as const));

/**
 * Ā − βᵀX̄ and its derivative, that of β included: with g = Cov(X, X)⁻¹X̄, X̄ᵀdβ = gᵀ(dCov(X, A) − dCov(X, X) β).
 * It vanishes where X̄ is 0, and keeps the error honest where support is missing.
 */
function withoutControls(means: readonly number[], k: number): ReturnType<Functional> {
  const [a = 0] = means;
  const x = means.slice(1, 1 + k);
  const pairs = pairsOf([...x.keys()]);
  const withA = x.map((mean, at) => (means[1 + k + at] ?? 0) - a * mean);
  const matrix = x.map(() => new Array<number>(k).fill(0));
  const least = x.map(() => 0);
  pairs.forEach(([i, j], at) => {
    const product = means[1 + 2 * k + at] ?? 0;
    const covariance = product - entry(x, i) * entry(x, j);
    if (i === j) least[i] = leastShare * product;
    set(matrix, i, j, covariance);
    set(matrix, j, i, covariance);
  });
  const [beta, g] = solve(matrix, [withA, x], least) as [number[], number[]];
  const [betaX, gX] = [dot(beta, x), dot(g, x)];
  return {
    value: a - betaX,
    gradient: [
      1 + gX,
      ...x.map((_, i) => -entry(beta, i) * (1 + gX) + entry(g, i) * (a - betaX)),
      ...g.map((slope) => -slope),
      ...pairs.map(([i, j]) =>
        i === j
          ? entry(g, i) * entry(beta, i)
          : entry(g, i) * entry(beta, j) + entry(g, j) * entry(beta, i),
      ),
    ],
  };
}

/** One control variate X, whose β is that of A − L. */
export interface SingleControl {
  /** A and L: components over rewarded rows; A − L and X row by row. */
  readonly value: Component;
  readonly less?: Component;
  readonly ofRow: Expression;
  readonly control: Expression;
  /** Y, whose product with X divides. */
  readonly other: Expression;
  readonly isCentred: boolean;
}

/**
 * Ā − β·X̄ with β = Cov(A − L, X)/Cov(Y, X) where Y is X, or E[(A − L)X]/E[XY] of raw moments
 * (docs/methods.md, "Control variates").
 */
export function controlledOnce(single: SingleControl): Formula {
  const { value, less, ofRow, control, other, isCentred } = single;
  const [total, x, y] = [ofRow, control, other].map((part) => sum(part)) as [
    Expression,
    Expression,
    Expression,
  ];
  const perTrajectory = (of: Expression): Component => ({
    over: "trajectories",
    rows: "all",
    value: of,
  });
  const components = [
    value,
    perTrajectory(x),
    perTrajectory(times(total, x)),
    perTrajectory(times(x, y)),
  ];
  return {
    components: less === undefined ? components : [...components, less],
    plugIn: (means) => withoutControl(means, isCentred),
  };
}

/** The value and its derivative by A, X, (A − L)X, XY and L, that of β included. */
function withoutControl(means: readonly number[], isCentred: boolean): ReturnType<Functional> {
  const [a = 0, x = 0, product = 0, square = 0, less = 0] = means;
  const c = isCentred ? 1 : 0;
  const divisor = square - c * x * x;
  if (!(Math.abs(divisor) > leastShare * Math.abs(square))) {
    return { value: a, gradient: means.map((_, i) => (i === 0 ? 1 : 0)) };
  }
  const beta = (product - c * (a - less) * x) / divisor;
  const byValue = (c * x * x) / divisor;
  const byControl = (c * (2 * beta * x - (a - less)) * x) / divisor;
  const gradient = [1 + byValue, -beta - byControl, -x / divisor, (beta * x) / divisor, -byValue];
  return { value: a - beta * x, gradient: gradient.slice(0, means.length) };
}

const entry = (list: readonly number[], i: number): number => list[i] ?? 0;
const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, x, i) => sum + x * entry(b, i), 0);

function set(matrix: number[][], i: number, j: number, value: number): void {
  (matrix[i] ?? [])[j] = value;
}

/**
 * A control that varies less than this share of its mean square, or that others explain so far, is left out: it
 * could take off no more of the error, and its coefficient would be rounding.
 */
const leastShare = 1e-3;
