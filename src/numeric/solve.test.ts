import { describe, expect, it } from "vitest";
import { createRandom } from "../random/create-random.js";
import { solve } from "./solve.js";

const random = createRandom("solve");
const vector = (): number[] => Array.from({ length: 4 }, () => random.next() - 0.5);
const times = (matrix: readonly number[][], x: readonly number[]): number[] =>
  matrix.map((row) => row.reduce((sum, value, i) => sum + value * (x[i] ?? 0), 0));

describe("solve", () => {
  it("finds what the matrix makes the right sides of", () => {
    const roots = [vector(), vector(), vector(), vector()];
    const matrix = roots.map((a, i) =>
      roots.map((b, j) =>
        a.reduce((sum, value, k) => sum + value * (b[k] ?? 0), i === j ? 0.1 : 0),
      ),
    );
    const unknowns = [vector(), vector()];
    const solved = solve(
      matrix,
      unknowns.map((x) => times(matrix, x)),
      [0, 0, 0, 0],
    );
    solved.flat().forEach((value, at) => {
      expect(value).toBeCloseTo(unknowns.flat()[at] ?? Number.NaN, 10);
    });
  });

  it("leaves out an unknown that the others explain", () => {
    const [x] = solve(
      [
        [2, 2],
        [2, 2],
      ],
      [[4, 4]],
      [0.1, 0.1],
    );
    expect(x).toEqual([2, 0]);
  });
});
