import { isReason, type Reason, reason } from "../errors.js";
import { fUpperTail } from "../numeric/f-upper-tail.js";
import { solve } from "../numeric/solve.js";
import { covariance, degreesOfFreedom, type PointEstimate } from "./delta.js";
import type { Replicate, Replicates } from "./intervals/interval.js";

/** Weights of several estimates of one number that add up to 1: of each fold of the buckets, and their mean. */
export interface FoldWeights {
  readonly mean: readonly number[];
  readonly folds: readonly (readonly number[])[];
}

const folds = 5;
/** Of fewer buckets for each estimate, noise of the weights costs more than they gain. */
const fewestBuckets = 100;
/** The test of fewer degrees of freedom than these would rest on its normality. */
const fewestDf = 10;
/** Of estimates that are right together so large a disagreement is met once in a thousand logs. */
const leastP = 0.001;
/** A share of the largest variance that is added to all, so that estimates that come to one get equal weights. */
const ridge = 1e-10;

/**
 * The weights w = Σ⁻¹1/(1ᵀΣ⁻¹1) of the linear combination of least variance (Jeunen, RecSys 2025, Meta-OPE), Σ being
 * the covariance of the estimates by buckets of users. Those of a fold come from the buckets of the other folds. Equal
 * where there are fewer than 100 buckets for each estimate. A Reason where the estimates differ by more than their joint
 * error (Cochran's Q against F, p below .001), so that they cannot all be right.
 */
export function leastVariance(estimates: readonly PointEstimate[]): FoldWeights | Reason {
  const disagreement = disagreementOf(estimates);
  if (disagreement !== undefined) return disagreement;
  const buckets = Math.min(...estimates.map((estimate) => estimate.buckets));
  const equal = estimates.map(() => 1 / estimates.length);
  if (buckets < fewestBuckets * estimates.length) {
    return { mean: equal, folds: Array.from({ length: folds }, () => equal) };
  }
  const byFold = Array.from({ length: folds }, (_, fold) =>
    weightsFor(covariances(estimates, (slot) => slot >= buckets || slot % folds !== fold)),
  );
  const sizes = Array.from({ length: folds }, (_, fold) => Math.ceil((buckets - fold) / folds));
  const mean = equal.map((_, k) =>
    byFold.reduce(
      (sum, weights, fold) => sum + ((weights[k] ?? 0) * (sizes[fold] ?? 0)) / buckets,
      0,
    ),
  );
  return { mean, folds: byFold };
}

/**
 * An estimate by mean weights, with the weights of its own fold for every bucket. Replicates keep the mean weights, from
 * which those of the folds differ by terms of second order.
 */
export function withFoldWeights(
  combined: PointEstimate,
  estimates: readonly PointEstimate[],
  { mean, folds: byFold }: FoldWeights,
): PointEstimate {
  const moved = combined.influence.map((_, slot) => {
    if (slot >= combined.buckets) return 0;
    const weights = byFold[slot % folds] ?? mean;
    return estimates.reduce(
      (sum, { influence }, k) =>
        sum + ((weights[k] ?? 0) - (mean[k] ?? 0)) * (influence[slot] ?? 0),
      0,
    );
  });
  const shift = moved.reduce((sum, part) => sum + part, 0);
  const { unrounded: _, ...rest } = combined;
  return {
    ...rest,
    value: combined.value + shift,
    influence: combined.influence.map((psi, slot) => psi + (moved[slot] ?? 0)),
    replicates: shifted(combined.replicates, shift),
  };
}

function shifted({ at, drawn, withInfluence, ...replicates }: Replicates, by: number): Replicates {
  const plus = (value: number | Reason): number | Reason =>
    typeof value === "number" ? value + by : value;
  return {
    ...replicates,
    at: (weights) => plus(at(weights)),
    ...(drawn && { drawn: (of) => drawn(of)?.map(plus) }),
    ...(withInfluence && {
      withInfluence: (weights): Replicate | Reason => {
        const answer = withInfluence(weights);
        return isReason(answer) ? answer : { ...answer, value: answer.value + by };
      },
    }),
  };
}

function disagreementOf(estimates: readonly PointEstimate[]): Reason | undefined {
  const matrix = covariances(estimates, () => true);
  const values = estimates.map(({ value }) => value);
  const precision = inverseTimes(matrix, [values, values.map(() => 1)]);
  const [ofValues = [], ofOnes = []] = precision;
  const center = sumOf(ofValues) / sumOf(ofOnes);
  const distance = values.reduce(
    (sum, value, k) => sum + (value - center) * ((ofValues[k] ?? 0) - center * (ofOnes[k] ?? 0)),
    0,
  );
  const others = estimates.length - 1;
  const within = Math.min(...estimates.map(degreesOfFreedom)) - others + 1;
  if (!(within >= fewestDf && distance > 0)) return undefined;
  const p = fUpperTail((distance * within) / (others * (within + others - 1)), others, within);
  if (p >= leastP) return undefined;
  const message = `Its members differ by more than their joint error (p = ${p.toPrecision(2)}), so that they cannot all be right: no combination of them is an answer. List them one by one; the diagnostic estimatorsDisagree names those that differ.`;
  return reason("membersDisagree", message, { p, values });
}

/** Covariances by the buckets that are chosen. */
function covariances(
  estimates: readonly PointEstimate[],
  isChosen: (slot: number) => boolean,
): readonly (readonly number[])[] {
  const chosen = estimates.map(({ influence }) =>
    influence.map((psi, slot) => (isChosen(slot) ? psi : 0)),
  );
  return chosen.map((a) => chosen.map((b) => covariance(a, b)));
}

function weightsFor(matrix: readonly (readonly number[])[]): readonly number[] {
  const [weights = []] = inverseTimes(matrix, [matrix.map(() => 1)]);
  const total = sumOf(weights);
  const isUsable = total > 0 && weights.every(Number.isFinite);
  return isUsable ? weights.map((weight) => weight / total) : matrix.map(() => 1 / matrix.length);
}

/** (Σ + λI)⁻¹ times each right side. */
function inverseTimes(
  matrix: readonly (readonly number[])[],
  rights: readonly (readonly number[])[],
): readonly (readonly number[])[] {
  const largest = Math.max(...matrix.map((row, i) => row[i] ?? 0));
  const ridged = matrix.map((row, i) =>
    row.map((value, j) => (i === j ? value + ridge * largest : value)),
  );
  return solve(
    ridged,
    rights,
    matrix.map(() => 0),
  );
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
