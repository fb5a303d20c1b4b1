import { interpolation } from "../../dense/interpolate.js";
import { type Inverter, inverter } from "../../dense/invert.js";
import { createKernel, roundUp } from "../../dense/kernel.js";
import { type SymmetricForm, symmetricForm } from "../../dense/symmetric.js";
import { type BinaryMatrix, rowOf } from "../../matrix.js";
import { valueIn } from "../../parameter.js";
import type { Batch, Learning, Model } from "../model.js";

/**
 * EASE: with P = (XᵀX + λI)⁻¹ the weight of item i for item j is −P_ij/P_jj, and a score the sum of the weights
 * of the user's items. A grid of λ costs one inversion for every node of an interpolation in λ
 * (`dense/interpolate.ts`), 13 for the 111 values of the paper's appendix. Half of each inverse is kept.
 */
export const ease: Model = {
  name: "ease",
  purpose: "a linear model of every item by all others, in closed form",
  reference: "Steck (WWW 2019), eq. 8",
  parameters: [{ name: "l2", purpose: "the regularisation", default: 500 }],
  learn(train, grid) {
    const n = train.width;
    const points = grid.map((point) => valueIn(ease, point, "l2"));
    const { nodes, weights } = interpolation(points);
    const form = symmetricForm(n);
    let shared: { readonly gram: Int32Array; readonly inverter: Inverter } | undefined;
    return {
      tasks: nodes.length,
      slot: form.size,
      run(task, into) {
        shared ??= { gram: gramOf(train), inverter: inverter(n) };
        const { gram } = shared;
        const l2 = nodes[task] ?? 0;
        shared.inverter.invert(
          (i, j) => (gram[rowStart(i) + j] as number) + (i === j ? l2 : 0),
          (i, j, value) => form.set(into, i, j, value),
        );
      },
      open(slots) {
        shared = undefined;
        return scorerOf(train, form, slots, weights);
      },
    } satisfies Learning;
  },
};

/** Where a row of a lower triangle begins. */
const rowStart = (row: number): number => (row * (row + 1)) / 2;

/** How many users took both items: the lower triangle of XᵀX. */
function gramOf(train: BinaryMatrix): Int32Array {
  const gram = new Int32Array(rowStart(train.width));
  for (let user = 0; user < train.rows; user++) {
    const items = rowOf(train, user);
    for (let a = 0; a < items.length; a++) {
      const row = rowStart(items[a] as number);
      for (let b = 0; b <= a; b++) {
        const at = row + (items[b] as number);
        gram[at] = (gram[at] as number) + 1;
      }
    }
  }
  return gram;
}

function scorerOf(
  train: BinaryMatrix,
  form: SymmetricForm,
  slots: readonly Float64Array[],
  weights: readonly Float64Array[],
): Batch {
  const n = train.width;
  const [wide, tall] = [roundUp(n), roundUp(weights.length)];
  const depth = slots.length;
  const place = { sums: tall * wide, packed: tall * wide + depth * wide };
  const kernel = createKernel(place.packed + depth * tall);
  const { memory } = kernel;
  weights.forEach((values, at) => {
    for (let k = 0; k < depth; k++) {
      memory[place.packed + (at & ~3) * depth + 4 * k + (at & 3)] = values[k] as number;
    }
  });
  const diagonals = weights.map((values) => reciprocals(values, n, form, slots));
  const scores = weights.map(() => new Float64Array(n));
  let sums = slots.map(() => new Float64Array(0));
  return (users) => {
    const histories = Array.from(users, (user) => rowOf(train, user));
    const doubles = users.length * form.width;
    if ((sums[0]?.length ?? 0) < doubles) sums = slots.map(() => new Float64Array(doubles));
    for (const [k, slot] of slots.entries()) form.sumRows(slot, histories, sums[k] as Float64Array);
    return (user) => {
      const from = users.indexOf(user) * form.width;
      for (let k = 0; k < depth; k++) {
        const sum = sums[k] as Float64Array;
        for (let j = 0; j < n; j++) {
          memory[place.sums + (j & ~3) * depth + 4 * k + (j & 3)] = sum[from + j] as number;
        }
      }
      memory.fill(0, 0, place.sums);
      for (let i = 0; i < tall; i += 4) {
        kernel.subtract(i * wide, wide, place.packed + i * depth, place.sums, depth, wide / 4);
      }
      scores.forEach((values, at) => {
        const diagonal = diagonals[at] as Float64Array;
        for (let j = 0; j < n; j++) {
          values[j] = (memory[at * wide + j] as number) * (diagonal[j] as number);
        }
        for (const item of rowOf(train, user)) values[item] = 0;
      });
      return scores;
    };
  };
}

/** 1/P_jj of a point: P_jj is interpolated as the rest is. */
const reciprocals = (
  weights: Float64Array,
  n: number,
  { diagonal }: SymmetricForm,
  slots: readonly Float64Array[],
): Float64Array =>
  Float64Array.from({ length: n }, (_, j) => {
    const terms = slots.map((slot, k) => (weights[k] as number) * diagonal(slot, j));
    return 1 / terms.reduce((sum, term) => sum + term, 0);
  });
