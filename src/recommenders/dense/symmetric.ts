/** How many rows and columns a block has: 32 KB, which a core's nearest cache holds. */
const side = 64;

/**
 * Symmetric matrices of one order in half the memory: the lower triangle in square blocks, one row of blocks after
 * the other.
 */
export interface SymmetricForm {
  /** How many numbers a matrix takes. */
  readonly size: number;
  /** Columns with the padding of the last block: the length of a sum. */
  readonly width: number;
  /** Writes an entry and the one opposite to it. */
  readonly set: (matrix: Float64Array, row: number, column: number, value: number) => void;
  readonly diagonal: (matrix: Float64Array, row: number) => number;
  /** For every list of ascending rows their sum, added in their order: that of list k from `k·width` on. */
  readonly sumRows: (
    matrix: Float64Array,
    lists: readonly Int32Array[],
    sums: Float64Array,
  ) => void;
}

export function symmetricForm(order: number): SymmetricForm {
  const blocks = Math.ceil(order / side);
  const startOf = (I: number, J: number): number => (I * (I + 1) * 0.5 + J) * side * side;
  const place = (row: number, column: number): number => {
    const [I, J] = [Math.floor(row / side), Math.floor(column / side)];
    return startOf(I, J) + (row % side) * side + (column % side);
  };
  const width = blocks * side;
  return {
    size: startOf(blocks, 0),
    width,
    set(matrix, row, column, value) {
      const [low, high] = row < column ? [column, row] : [row, column];
      matrix[place(low, high)] = value;
      if (low - (low % side) <= high) matrix[place(high, low)] = value;
    },
    diagonal: (matrix, row) => matrix[place(row, row)] as number,
    sumRows(matrix, lists, sums) {
      const begins = lists.map((rows) => beginsOf(rows, blocks));
      sums.fill(0, 0, lists.length * width);
      for (let I = 0; I < blocks; I++) {
        for (let J = 0; J <= I; J++) {
          const block = matrix.subarray(startOf(I, J), startOf(I, J + 1));
          for (let k = 0; k < lists.length; k++) {
            const [rows, begin] = [lists[k] as Int32Array, begins[k] as Int32Array];
            const end = (at: number): number => begin[at + 1] as number;
            // A block off the diagonal holds entries of its columns' rows, too: they come first, being lower.
            for (let at = begin[J] as number; J < I && at < end(J); at++) {
              addColumn(block, (rows[at] as number) % side, sums, k * width + I * side);
            }
            for (let at = begin[I] as number; at < end(I); at++) {
              addRow(block, (rows[at] as number) % side, sums, k * width + J * side);
            }
          }
        }
      }
    },
  };
}

/** Where in ascending rows those of each block begin. */
function beginsOf(rows: Int32Array, blocks: number): Int32Array {
  const begins = new Int32Array(blocks + 1);
  for (const row of rows) {
    const next = Math.floor(row / side) + 1;
    begins[next] = (begins[next] as number) + 1;
  }
  for (let I = 0; I < blocks; I++) {
    begins[I + 1] = (begins[I + 1] as number) + (begins[I] as number);
  }
  return begins;
}

function addRow(block: Float64Array, row: number, sums: Float64Array, to: number): void {
  const from = row * side;
  for (let j = 0; j < side; j++) {
    sums[to + j] = (sums[to + j] as number) + (block[from + j] as number);
  }
}

function addColumn(block: Float64Array, column: number, sums: Float64Array, to: number): void {
  for (let i = 0; i < side; i++) {
    sums[to + i] = (sums[to + i] as number) + (block[column + i * side] as number);
  }
}
