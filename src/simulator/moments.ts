/**
 * What users earned in their trajectories, as means and centred second moments over users, so that no digits
 * cancel. Two records add to that of the users of both.
 */
export interface Moments {
  /** Users with at least one trajectory, and their trajectories. */
  readonly users: number;
  readonly trajectories: number;
  readonly value: number;
  /** Σ(y − ȳ)², Σ(y − ȳ)(n − n̄) and Σ(n − n̄)² over users, y a user's reward and n the number of trajectories. */
  readonly yy: number;
  readonly yn: number;
  readonly nn: number;
}

export const noMoments: Moments = { users: 0, trajectories: 0, value: 0, yy: 0, yn: 0, nn: 0 };

/** The record of all users of two records with different users (Chan, Golub & LeVeque 1983). */
export function addMoments(a: Moments, b: Moments): Moments {
  if (a.users === 0) return b;
  if (b.users === 0) return a;
  const users = a.users + b.users;
  const weight = (a.users * b.users) / users;
  const y = b.value / b.users - a.value / a.users;
  const n = b.trajectories / b.users - a.trajectories / a.users;
  return {
    users,
    trajectories: a.trajectories + b.trajectories,
    value: a.value + b.value,
    yy: a.yy + b.yy + weight * y * y,
    yn: a.yn + b.yn + weight * y * n,
    nn: a.nn + b.nn + weight * n * n,
  };
}

/** A mean reward per trajectory with its standard error, clustered by user (CR1); null of one user or none. */
export interface MeanReward {
  readonly mean: number;
  readonly standardError: number | null;
  readonly trajectories: number;
  readonly users: number;
}

export function meanOfMoments({
  users,
  trajectories,
  value,
  yy,
  yn,
  nn,
}: Moments): MeanReward | null {
  if (trajectories === 0) return null;
  const mean = value / trajectories;
  const squares = yy - 2 * mean * yn + mean * mean * nn;
  const standardError =
    users < 2 ? null : Math.sqrt((users / (users - 1)) * squares) / trajectories;
  return { mean, standardError, trajectories, users };
}
