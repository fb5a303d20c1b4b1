import { LogError, reason } from "../../errors.js";

/** A Gamma law of ρ over users, with mean shape/rate. */
export interface DepthPrior {
  readonly shape: number;
  readonly rate: number;
}

/**
 * A user's ρ of Yule–Simon depths, the mode of its posterior under a Gamma prior: where (n + a − 1)/ρ equals
 * b + Σ 1/(ρ + j), n being the stops seen and the sum running over the user's transitions. A user's own maximum
 * likelihood from a few trajectories is no basis for weights; the prior draws it to what other users do. `censored` says
 * which depths ended with their list. Throws a LogError for depths that are no ranks, and where no stop was seen under
 * a shape of 1 or less (the mode is then 0).
 *
 * `depthsOfUser([1, 4, 2], { shape: 2, rate: 1.5 })` is 0.96193….
 */
export function depthsOfUser(
  depths: readonly number[],
  { shape, rate }: DepthPrior,
  censored: readonly boolean[] = [],
): number {
  const stops = depths.filter((_, i) => censored[i] !== true).length;
  const isSound = depths.every((depth) => Number.isInteger(depth) && depth >= 1);
  if (!isSound || !(shape > 0 && rate > 0) || stops + shape <= 1) {
    const message = `Expected depths from 1 on, a prior with shape and rate above 0, and a stop unless the shape is above 1; got depths [${depths.join(", ")}], ${stops} stops, shape ${shape}, rate ${rate}.`;
    throw new LogError(
      reason("depthNotARank", message, { depths: [...depths], stops, shape, rate }),
    );
  }
  const transitions = depths.flatMap((depth, i) =>
    Array.from({ length: censored[i] === true ? depth - 1 : depth }, (_, j) => j + 1),
  );
  // (n + a − 1) − ρ(b + Σ 1/(ρ + j)) falls from above 0, and is below 0 at the right end.
  const excess = (rho: number): number =>
    stops + shape - 1 - rho * (rate + transitions.reduce((sum, j) => sum + 1 / (rho + j), 0));
  let [low, high] = [0, (stops + shape - 1) / rate];
  for (let step = 0; step < 200 && high - low > 1e-15 * high; step++) {
    const middle = (low + high) / 2;
    if (excess(middle) > 0) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
