/** How a column is written: whole numbers in 4 bytes, others in 8, a byte of all numbers after the other. */
export type Width = 4 | 8;

/** The bytes of numbers by their place in the number: alike bytes stand next to each other, and pack well. */
export function shuffled(numbers: Float64Array): {
  readonly width: Width;
  readonly bytes: Uint8Array<ArrayBuffer>;
} {
  const width = numbers.every(isSmallWhole) ? 4 : 8;
  const plain = width === 4 ? Int32Array.from(numbers) : numbers;
  return {
    width,
    bytes: turned(new Uint8Array(plain.buffer, plain.byteOffset, plain.byteLength), width),
  };
}

/** The numbers of `shuffled`. */
export function unshuffled(bytes: Uint8Array, width: Width): Float64Array<ArrayBuffer> {
  const plain = turned(bytes, bytes.length / width);
  return width === 4
    ? Float64Array.from(new Int32Array(plain.buffer))
    : new Float64Array(plain.buffer);
}

const isSmallWhole = (value: number): boolean => Object.is(value | 0, value);

/** Rows of so many bytes as columns. */
function turned(bytes: Uint8Array, width: number): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(bytes.length);
  const rows = bytes.length / width;
  for (let row = 0; row < rows; row++)
    for (let at = 0; at < width; at++) out[at * rows + row] = bytes[row * width + at] ?? 0;
  return out;
}
