import { interpolation } from "../../dense/interpolate.js";
import { type Inverter, inverter } from "../../dense/invert.js";
import { createKernel, roundUp } from "../../dense/kernel.js";
import { type BinaryMatrix, rowOf } from "../../matrix.js";
import { type Learning, type Model, type ModelParameter, valueIn } from "../model.js";

const parameters: readonly ModelParameter[] = [
  { name: "l2", purpose: "the regularisation", default: 500 },
];

/**
 * EASE: with P = (XᵀX + λI)⁻¹ the weight of item i for item j is −P_ij/P_jj, and a score the sum of the weights
 * of the user's items. A grid of λ costs one inversion for every node of an interpolation in λ
 * (`dense/interpolate.ts`), 13 for the 111 values of the paper's appendix.
 */
export const ease: Model = {
  name: "ease",
  purpose: "a linear model of every item by all others, in closed form",
  reference: "Steck (WWW 2019), eq. 8",
  parameters,
  learn(train, grid) {
    const n = train.width;
    const points = grid.map((point) => valueIn(parameters, point, "l2"));
    const { nodes, weights } = interpolation(points);
    let shared: { readonly gram: Int32Array; readonly inverter: Inverter } | undefined;
    return {
      tasks: nodes.length,
      slot: n * n,
      run(task, into) {
        shared ??= { gram: gramOf(train), inverter: inverter(n) };
        const { gram } = shared;
        const l2 = nodes[task] ?? 0;
        shared.inverter.invert((i, j) => (gram[i * n + j] as number) + (i === j ? l2 : 0), into);
      },
      open(slots) {
        shared = undefined;
        return scorerOf(train, slots, weights);
      },
    } satisfies Learning;
  },
};

/** How many users took both items: the lower triangle of XᵀX. */
function gramOf(train: BinaryMatrix): Int32Array {
  const n = train.width;
  const gram = new Int32Array(n * n);
  for (let user = 0; user < train.rows; user++) {
    const items = rowOf(train, user);
    for (let a = 0; a < items.length; a++) {
      const row = (items[a] as number) * n;
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
  slots: readonly Float64Array[],
  weights: readonly Float64Array[],
): (user: number) => readonly Float64Array[] {
  const n = train.width;
  const [wide, tall] = [roundUp(n), roundUp(weights.length)];
  const depth = slots.length;
  const place = { sums: tall * wide, packed: tall * wide + depth * wide };
  const kernel = createKernel(place.packed + depth * tall);
  const { memory } = kernel;
  weights.forEach((own, at) => {
    for (let k = 0; k < depth; k++) {
      memory[place.packed + (at & ~3) * depth + 4 * k + (at & 3)] = own[k] as number;
    }
  });
  // Reciprocals of the diagonals by point: P_jj is interpolated as the rest is.
  const diagonals = weights.map((own) =>
    Float64Array.from({ length: n }, (_, j) => {
      return (
        1 / own.reduce((sum, weight, k) => sum + weight * (slots[k]?.[j * n + j] as number), 0)
      );
    }),
  );
  const sum = new Float64Array(n);
  const scores = weights.map(() => new Float64Array(n));
  return (user) => {
    const history = rowOf(train, user);
    for (let k = 0; k < depth; k++) {
      sumRows(slots[k] as Float64Array, n, history, sum);
      for (let j = 0; j < n; j++) {
        memory[place.sums + (j & ~3) * depth + 4 * k + (j & 3)] = sum[j] as number;
      }
    }
    memory.fill(0, 0, place.sums);
    for (let i = 0; i < tall; i += 4) {
      kernel.subtract(i * wide, wide, place.packed + i * depth, place.sums, depth, wide / 4);
    }
    scores.forEach((own, at) => {
      const diagonal = diagonals[at] as Float64Array;
      for (let j = 0; j < n; j++) {
        own[j] = (memory[at * wide + j] as number) * (diagonal[j] as number);
      }
      for (const item of history) own[item] = 0;
    });
    return scores;
  };
}

function sumRows(matrix: Float64Array, n: number, rows: Int32Array, sum: Float64Array): void {
  sum.fill(0);
  for (let r = 0; r < rows.length; r++) {
    const from = (rows[r] as number) * n;
    for (let j = 0; j < n; j++) sum[j] = (sum[j] as number) + (matrix[from + j] as number);
  }
}
