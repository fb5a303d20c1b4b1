/** How many rows are swept at once. */
const depth = 64;

/**
 * Inverts the symmetric positive definite matrix of order n whose lower triangle `entry` gives, and gives that of the
 * inverse to `keep`, by sweeping blocks of rows (Goodnight 1979): with D = A_KK, V = A_·K and W = V·D⁻¹ the rest
 * becomes A − W·Vᵀ, A_·K becomes W and A_KK becomes −D⁻¹; after all blocks −A is the inverse. n³/2 multiplications in
 * n² doubles. Throws a RangeError where the matrix is not positive definite.
 */
export function invert(
  n: number,
  entry: (row: number, column: number) => number,
  keep: (row: number, column: number, value: number) => void,
): void {
  const stride = 4 * Math.ceil(n / 4);
  const a = new Float64Array(n * stride);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) a[i * stride + j] = entry(i, j);
  }
  for (let from = 0; from < n; from += depth) sweep(a, n, stride, from);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) keep(i, j, -(a[i * stride + j] as number));
  }
}

function sweep(a: Float64Array, n: number, stride: number, from: number): void {
  const size = Math.min(depth, n - from);
  const isSwept = (i: number): boolean => i >= from && i < from + size;
  /** Where the lower triangle holds the entry of row i in the k-th of the swept columns. */
  const placeOf = (i: number, k: number): number =>
    i > from ? i * stride + from + k : (from + k) * stride + i;
  const inverse = invertBlock(a, stride, from, size);
  // Rows of V that are swept stay 0: the update leaves them alone.
  const [v, w] = [new Float64Array(stride * size), new Float64Array(stride * size)];
  for (let i = 0; i < n; i++) {
    if (isSwept(i)) continue;
    for (let k = 0; k < size; k++) v[i * size + k] = a[placeOf(i, k)] as number;
    for (let c = 0; c < size; c++) {
      let sum = 0;
      for (let k = 0; k < size; k++) {
        sum += (v[i * size + k] as number) * (inverse[k * size + c] as number);
      }
      w[i * size + c] = sum;
    }
  }
  update(a, n, stride, v, w, size);
  for (let i = 0; i < n; i++) {
    if (isSwept(i)) continue;
    for (let k = 0; k < size; k++) a[placeOf(i, k)] = w[i * size + k] as number;
  }
  for (let k = 0; k < size; k++) {
    for (let c = 0; c <= k; c++) {
      a[(from + k) * stride + from + c] = -(inverse[k * size + c] as number);
    }
  }
}

/** How many columns are updated at once, so that their rows of V stay in the cache. */
const wide = 256;

/** The lower triangle less W·Vᵀ, four columns at a time: a sum waits for its last addition, four wait for each other's. */
function update(
  a: Float64Array,
  n: number,
  stride: number,
  v: Float64Array,
  w: Float64Array,
  size: number,
): void {
  for (let left = 0; left < n; left += wide) {
    for (let i = left; i < n; i++) {
      for (let j = left; j <= i && j < left + wide; j += 4) {
        const place = i * stride + j;
        const [row, b0] = [i * size, j * size];
        const [b1, b2, b3] = [b0 + size, b0 + 2 * size, b0 + 3 * size];
        let c0 = a[place] as number;
        let c1 = a[place + 1] as number;
        let c2 = a[place + 2] as number;
        let c3 = a[place + 3] as number;
        for (let k = 0; k < size; k++) {
          const x = w[row + k] as number;
          c0 -= x * (v[b0 + k] as number);
          c1 -= x * (v[b1 + k] as number);
          c2 -= x * (v[b2 + k] as number);
          c3 -= x * (v[b3 + k] as number);
        }
        a[place] = c0;
        a[place + 1] = c1;
        a[place + 2] = c2;
        a[place + 3] = c3;
      }
    }
  }
}

/** The inverse of a block on the diagonal, by its Cholesky factor. */
function invertBlock(a: Float64Array, stride: number, from: number, size: number): Float64Array {
  const factor = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = a[(from + i) * stride + from + j] as number;
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
