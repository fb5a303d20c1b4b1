/** A matrix of zeros and ones by rows: row r has ones in columns `columns[starts[r]] … `, ascending. */
export interface BinaryMatrix {
  readonly rows: number;
  readonly width: number;
  readonly starts: Int32Array;
  readonly columns: Int32Array;
}

/** The matrix with ones at these places; a place that is given twice is one. */
export function matrixOf(
  rows: number,
  width: number,
  row: Int32Array,
  column: Int32Array,
): BinaryMatrix {
  const lists = Array.from({ length: rows }, () => new Set<number>());
  row.forEach((user, at) => {
    lists[user]?.add(column[at] ?? 0);
  });
  const starts = new Int32Array(rows + 1);
  lists.forEach((list, at) => {
    starts[at + 1] = (starts[at] ?? 0) + list.size;
  });
  const columns = new Int32Array(starts[rows] ?? 0);
  lists.forEach((list, at) => {
    columns.set(Int32Array.from(list).sort(), starts[at]);
  });
  return { rows, width, starts, columns };
}

export const rowOf = ({ starts, columns }: BinaryMatrix, row: number): Int32Array =>
  columns.subarray(starts[row], starts[row + 1]);

export function transpose({ rows, width, starts, columns }: BinaryMatrix): BinaryMatrix {
  const turned = new Int32Array(width + 1);
  for (const column of columns) turned[column + 1] = (turned[column + 1] ?? 0) + 1;
  for (let i = 0; i < width; i++) turned[i + 1] = (turned[i + 1] ?? 0) + (turned[i] ?? 0);
  const next = turned.slice();
  const entries = new Int32Array(columns.length);
  for (let row = 0; row < rows; row++) {
    for (let at = starts[row] ?? 0; at < (starts[row + 1] ?? 0); at++) {
      const column = columns[at] ?? 0;
      const place = next[column] ?? 0;
      entries[place] = row;
      next[column] = place + 1;
    }
  }
  return { rows: width, width: rows, starts: turned, columns: entries };
}

export const countsOf = ({ rows, starts }: BinaryMatrix): Float64Array =>
  Float64Array.from({ length: rows }, (_, row) => (starts[row + 1] ?? 0) - (starts[row] ?? 0));
