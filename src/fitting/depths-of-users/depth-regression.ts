import { LogError, type Reason, reason } from "../../errors.js";
import { exp } from "../../numeric/elementary/exp.js";
import { ln } from "../../numeric/elementary/ln.js";
import { square } from "../../numeric/elementary/square.js";

/** How deep a trajectory was viewed, and what is known of its user before it began. */
export interface DescribedDepth {
  readonly depth: number;
  /** It ended with its list, or with the log: nobody knows how much further it would have gone. */
  readonly censored?: boolean;
  readonly covariates: readonly number[];
  /** Trajectories of one user are not independent: errors are then clustered by it. */
  readonly user?: string;
}

export interface DepthRegression {
  /** The intercept first, then a coefficient a covariate: ρ = exp(β·(1, x)). */
  readonly beta: readonly number[];
  /** From the curvature of the likelihood; right if depths are of this law. */
  readonly se: readonly number[];
  /** Clustered by user (the trajectory where users are not named), whatever the law. */
  readonly clusteredSe: readonly number[];
  readonly logLikelihood: number;
  /** Twice the log-likelihood above that of one ρ for all: χ² with as many degrees of freedom as covariates. */
  readonly homogeneity: number;
}

const mostSteps = 200;

/**
 * Yule–Simon depths whose ρ depends on the user: ρ(x) = exp(β·x), by maximum likelihood, or the reason for none. The
 * score is Σ x(δ − ρA), with δ whether it was seen to stop and A = Σ 1/(ρ + j) over its transitions j; the likelihood is
 * concave in β, so that Newton's steps find its one maximum. Covariates must be known before the first view: features of
 * items above a rank make another model than a position-based one. Throws a LogError for depths that are no ranks and
 * covariates that are not all finite or not equally many.
 *
 * With one covariate of 0 and 1, exp(β₀) and exp(β₀ + β₁) are the two groups' own fits.
 */
export function fitDepthRegression(trips: readonly DescribedDepth[]): DepthRegression | Reason {
  requireDepths(trips);
  const all = maximised(trips.map(asTrip));
  if ("code" in all) return all;
  const pooled = maximised(trips.map((trip, at) => ({ ...asTrip(trip, at), x: [1] })));
  if ("code" in pooled) return pooled;
  return { ...all, homogeneity: 2 * (all.logLikelihood - pooled.logLikelihood) };
}

interface Trip {
  readonly x: readonly number[];
  /** The last rank of which it is known whether the next was viewed. */
  readonly transitions: number;
  readonly stops: number;
  readonly user: string;
}

const asTrip = ({ depth, censored, covariates, user }: DescribedDepth, at: number): Trip => ({
  x: [1, ...covariates],
  transitions: censored === true ? depth - 1 : depth,
  stops: censored === true ? 0 : 1,
  user: user ?? `trajectory ${at}`,
});

function maximised(trips: readonly Trip[]): Omit<DepthRegression, "homogeneity"> | Reason {
  const size = trips[0]?.x.length ?? 1;
  let beta: readonly number[] = Array.from({ length: size }, () => 0);
  let state = stateAt(trips, beta);
  for (let step = 0; step < mostSteps; step++) {
    const inverse = inverted(state.information);
    if (inverse === undefined) return flat();
    const move = inverse.map((row) => dot(row, state.score));
    if (Math.max(...move.map(Math.abs)) < 1e-13) break;
    let share = 1;
    let next = stateAt(
      trips,
      beta.map((b, i) => b + (move[i] ?? 0)),
    );
    while (!(next.logLikelihood >= state.logLikelihood - 1e-12) && share > 1e-6) {
      share /= 2;
      next = stateAt(
        trips,
        beta.map((b, i) => b + share * (move[i] ?? 0)),
      );
    }
    beta = beta.map((b, i) => b + share * (move[i] ?? 0));
    state = next;
    if (beta.some((b) => Math.abs(b) > 50)) return flat();
  }
  const inverse = inverted(state.information);
  if (inverse === undefined) return flat();
  return {
    beta,
    se: inverse.map((row, i) => Math.sqrt(row[i] ?? Number.NaN)),
    clusteredSe: clustered(state.scores, trips, inverse),
    logLikelihood: state.logLikelihood,
  };
}

interface State {
  readonly logLikelihood: number;
  readonly scores: readonly (readonly number[])[];
  readonly score: readonly number[];
  readonly information: readonly (readonly number[])[];
}

function stateAt(trips: readonly Trip[], beta: readonly number[]): State {
  let logLikelihood = 0;
  const information = beta.map(() => beta.map(() => 0));
  const scores = trips.map(({ x, transitions, stops }) => {
    const rho = exp(dot(x, beta));
    let [expected, curvature] = [0, 0];
    for (let j = 1; j <= transitions; j++) {
      expected += rho / (rho + j);
      curvature += (rho * j) / square(rho + j);
      const isStop = stops === 1 && j === transitions;
      logLikelihood += ln((isStop ? rho : j) / (rho + j));
    }
    x.forEach((a, i) => {
      x.forEach((b, k) => {
        const row = information[i];
        if (row !== undefined) row[k] = (row[k] ?? 0) + a * b * curvature;
      });
    });
    return x.map((a) => a * (stops - expected));
  });
  const score = beta.map((_, i) => scores.reduce((sum, x) => sum + (x[i] ?? 0), 0));
  return { logLikelihood, scores, score, information };
}

/** I⁻¹ (G/(G − 1) Σ_g s_g s_gᵀ) I⁻¹. */
function clustered(
  scores: readonly (readonly number[])[],
  trips: readonly Trip[],
  inverse: readonly (readonly number[])[],
): readonly number[] {
  const byUser = new Map<string, number[]>();
  trips.forEach(({ user }, i) => {
    const sum = byUser.get(user) ?? inverse.map(() => 0);
    byUser.set(
      user,
      sum.map((value, k) => value + (scores[i]?.[k] ?? 0)),
    );
  });
  const users = byUser.size;
  if (users < 2) return inverse.map(() => Number.NaN);
  return inverse.map((row) => {
    const squares = [...byUser.values()].reduce((sum, score) => sum + square(dot(row, score)), 0);
    return Math.sqrt((users / (users - 1)) * squares);
  });
}

const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);

/** The inverse by Gauss and Jordan with pivots; undefined where there is none. */
function inverted(
  matrix: readonly (readonly number[])[],
): readonly (readonly number[])[] | undefined {
  const n = matrix.length;
  const rows = matrix.map((row, i) => [...row, ...matrix.map((_, k) => (k === i ? 1 : 0))]);
  const largest = Math.max(...matrix.flat().map(Math.abs));
  for (let i = 0; i < n; i++) {
    const below = rows.slice(i).map((row) => Math.abs(row[i] ?? 0));
    const at = i + below.indexOf(Math.max(...below));
    const [pivot, row] = [rows[at], rows[i]];
    if (pivot === undefined || row === undefined) return undefined;
    rows[at] = row;
    const scale = pivot[i] ?? 0;
    if (!(Math.abs(scale) > 1e-12 * largest)) return undefined;
    rows[i] = pivot.map((value) => value / scale);
    rows.forEach((row, k) => {
      const factor = row[i] ?? 0;
      if (k === i || factor === 0) return;
      rows[k] = row.map((value, c) => value - factor * (rows[i]?.[c] ?? 0));
    });
  }
  return rows.map((row) => row.slice(n));
}

const flat = (): Reason =>
  reason(
    "noMaximum",
    "The likelihood of depths has no maximum: a covariate is a combination of others, or a group of users never stopped (or always at rank 1). What to do: leave out covariates, or put small groups together.",
    {},
  );

function requireDepths(trips: readonly DescribedDepth[]): void {
  const size = trips[0]?.covariates.length ?? 0;
  const at = trips.findIndex(
    ({ depth, covariates }) =>
      !(Number.isInteger(depth) && depth >= 1) ||
      covariates.length !== size ||
      !covariates.every(Number.isFinite),
  );
  if (at < 0 && trips.length > 0) return;
  const { depth = 0, covariates = [] } = trips[at] ?? {};
  const message = `Trajectory ${at + 1}: expected a depth from 1 on and ${size} finite covariates, got depth ${depth} and [${covariates.join(", ")}].`;
  throw new LogError(reason("depthNotARank", message, { at, depth, covariates: [...covariates] }));
}
