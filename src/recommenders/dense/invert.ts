import { createKernel, type Kernel, roundUp } from "./kernel.js";

/** How many rows are swept at once. */
const depth = 64;

/** Inverts matrices of one order, one after the other, in the same memory. */
export interface Inverter {
  /**
   * Inverts the matrix whose lower triangle `entry` gives, and gives that of the inverse to `keep`. Throws a
   * RangeError where it is not positive definite.
   */
  readonly invert: (
    entry: (row: number, column: number) => number,
    keep: (row: number, column: number, value: number) => void,
  ) => void;
}

/**
 * Inverts symmetric positive definite matrices of order n by sweeping blocks of rows (Goodnight 1979): with
 * D = A_KK, V = A_·K and W = V·D⁻¹ the rest becomes A − W·Vᵀ, A_·K becomes W and A_KK becomes −D⁻¹; after all blocks
 * −A is the inverse. n³/2 multiplications, nearly all of them in one kernel; its memory is some n² doubles.
 */
export function inverter(n: number): Inverter {
  const stride = roundUp(n);
  const size = { matrix: stride * stride, panel: stride * depth };
  const kernel = createKernel(size.matrix + 3 * size.panel + depth * depth);
  const { memory } = kernel;
  const places: Places = {
    stride,
    packedV: size.matrix,
    packedW: size.matrix + size.panel,
    w: size.matrix + 2 * size.panel,
    block: size.matrix + 3 * size.panel,
  };
  return {
    invert(entry, keep) {
      for (let i = 0; i < stride; i++) {
        for (let j = 0; j <= i; j++) {
          memory[i * stride + j] = i < n ? entry(i, j) : i === j ? 1 : 0;
        }
      }
      for (let from = 0; from < stride; from += depth) {
        sweep(kernel, places, from, Math.min(depth, stride - from));
      }
      for (let i = 0; i < n; i++) {
        for (let j = 0; j <= i; j++) keep(i, j, -(memory[i * stride + j] as number));
      }
    },
  };
}

interface Places {
  readonly stride: number;
  readonly packedV: number;
  readonly packedW: number;
  readonly w: number;
  readonly block: number;
}

function sweep(kernel: Kernel, places: Places, from: number, size: number): void {
  const { memory } = kernel;
  const { stride, packedV, packedW, w, block } = places;
  const inverse = invertBlock(memory, stride, from, size);
  for (let k = 0; k < size; k++) {
    for (let c = 0; c < size; c++) {
      memory[block + (c >> 2) * 4 * size + k * 4 + (c & 3)] = -(inverse[k * size + c] as number);
    }
  }
  packColumns(memory, places, from, size);
  memory.fill(0, w, w + stride * size);
  for (let i = 0; i < stride; i += 4) {
    kernel.subtract(w + i * size, size, packedV + i * size, block, size, size / 4);
  }
  for (let i = 0; i < stride; i += 4) {
    for (let k = 0; k < size; k++) {
      for (let r = 0; r < 4; r++) {
        memory[packedW + i * size + k * 4 + r] = memory[w + (i + r) * size + k] as number;
      }
    }
  }
  update(kernel, places, from, size);
  for (let i = 0; i < stride; i++) {
    if (i >= from && i < from + size) continue;
    for (let k = 0; k < size; k++) {
      const value = memory[w + i * size + k] as number;
      if (i > from) memory[i * stride + from + k] = value;
      else memory[(from + k) * stride + i] = value;
    }
  }
  for (let k = 0; k < size; k++) {
    for (let c = 0; c <= k; c++) {
      memory[(from + k) * stride + from + c] = -(inverse[k * size + c] as number);
    }
  }
}

/** Columns from … of the symmetric matrix, of which the lower triangle is kept, by fours of rows. */
function packColumns(
  memory: Float64Array,
  { stride, packedV }: Places,
  from: number,
  size: number,
): void {
  for (let i = 0; i < stride; i++) {
    const place = packedV + (i & ~3) * size + (i & 3);
    if (i >= from && i < from + size) {
      for (let k = 0; k < size; k++) memory[place + 4 * k] = 0;
    } else if (i > from) {
      for (let k = 0; k < size; k++)
        memory[place + 4 * k] = memory[i * stride + from + k] as number;
    } else {
      for (let k = 0; k < size; k++) {
        memory[place + 4 * k] = memory[(from + k) * stride + i] as number;
      }
    }
  }
}

/** How many columns are updated at once, so that their panel stays in the cache. */
const wide = 256;

/** The lower triangle less W·Vᵀ, but for the swept rows and columns, whose V is 0. */
function update(
  { subtract }: Kernel,
  { stride, packedV, packedW }: Places,
  from: number,
  size: number,
): void {
  for (let left = 0; left < stride; left += wide) {
    for (let i = left; i < stride; i += 4) {
      if (i >= from && i < from + size) continue;
      const tiles = Math.min(wide, i + 4 - left, stride - left) / 4;
      const c = i * stride + left;
      subtract(c, stride, packedW + i * size, packedV + left * size, size, tiles);
    }
  }
}

/** The inverse of a block on the diagonal, by its Cholesky factor. */
function invertBlock(
  memory: Float64Array,
  stride: number,
  from: number,
  size: number,
): Float64Array {
  const factor = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = memory[(from + i) * stride + from + j] as number;
      for (let k = 0; k < j; k++) {
        sum -= (factor[i * size + k] as number) * (factor[j * size + k] as number);
      }
      if (i !== j) factor[i * size + j] = sum / (factor[j * size + j] as number);
      else if (sum > 0) factor[i * size + i] = Math.sqrt(sum);
      else throw new RangeError(`The matrix is not positive definite: row ${from + i}.`);
    }
  }
  const inverse = new Float64Array(size * size);
  for (let column = 0; column < size; column++) {
    const x = new Float64Array(size);
    for (let i = column; i < size; i++) {
      let sum = i === column ? 1 : 0;
      for (let k = column; k < i; k++) sum -= (factor[i * size + k] as number) * (x[k] as number);
      x[i] = sum / (factor[i * size + i] as number);
    }
    for (let i = size - 1; i >= 0; i--) {
      let sum = x[i] as number;
      for (let k = i + 1; k < size; k++) sum -= (factor[k * size + i] as number) * (x[k] as number);
      x[i] = sum / (factor[i * size + i] as number);
      inverse[i * size + column] = x[i] as number;
    }
  }
  return inverse;
}
