import { pow } from "../../numeric/elementary/pow.js";

/**
 * Σψ³/(Σψ²)^{3/2} of the influences of users: the skewness of their mean, which is that of a user over √users.
 * 0 of a symmetric log; 0.1 moves an end of a 95 % interval by about 5 % of its margin.
 */
export function skewnessOf(influence: Float64Array): number {
  const most = influence.reduce((largest, psi) => Math.max(largest, Math.abs(psi)), 0);
  if (most === 0) return 0;
  let [squares, cubes] = [0, 0];
  for (const psi of influence) {
    const unit = psi / most;
    squares += unit * unit;
    cubes += unit * unit * unit;
  }
  return cubes / pow(squares, 1.5);
}
