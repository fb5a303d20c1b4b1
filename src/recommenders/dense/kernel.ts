import { loadModule } from "../../numeric/web-assembly.js";
import { kernelBytes } from "./kernel-bytes.js";

/** Memory with the one operation that dense algebra here rests on. */
export interface Kernel {
  readonly memory: Float64Array;
  /**
   * C −= A·B for 4 rows and 4·tiles columns of C: `c`, `a` and `b` are places in the memory, `stride` the length of a
   * row of C. A holds 4 rows and B 4 columns at a time, the depth outside (`pack`).
   */
  readonly subtract: (
    c: number,
    stride: number,
    a: number,
    b: number,
    depth: number,
    tiles: number,
  ) => void;
}

/** A kernel with room for so many doubles. Its memory is at most 4 GB. */
export function createKernel(doubles: number): Kernel {
  const { memory, exports } = loadModule(kernelBytes, doubles * 8);
  const subtract = exports.subtract as Kernel["subtract"];
  return {
    memory: new Float64Array(memory),
    subtract: (c, stride, a, b, depth, tiles) =>
      subtract(8 * c, 8 * stride, 8 * a, 8 * b, depth, tiles),
  };
}

/** The next multiple of four. */
export const roundUp = (size: number): number => Math.ceil(size / 4) * 4;
