import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { assembleKernel } from "../../../scripts/assemble-kernel.js";
import { createRandom } from "../../random/create-random.js";
import { interpolation } from "./interpolate.js";
import { inverter } from "./invert.js";
import { kernelBytes } from "./kernel-bytes.js";
import { symmetricForm } from "./symmetric.js";

it("has the kernel that its text says (npm run kernel)", async () => {
  const text = readFileSync(new URL("./kernel.wat", import.meta.url), "utf8");
  expect(await assembleKernel(text)).toBe(kernelBytes);
});

it.each([1, 4, 63, 65, 130])("inverts matrices of order %i, one after the other", (n) => {
  const random = createRandom(`invert ${n}`);
  const rows = Array.from({ length: n }, () => Array.from({ length: n }, () => random.normal()));
  const { invert } = inverter(n);
  for (const ridge of [0.5, 3]) {
    const entry = (i: number, j: number): number =>
      rows.reduce((sum, row) => sum + (row[i] ?? 0) * (row[j] ?? 0), i === j ? ridge : 0);
    const inverse = new Float64Array(n * n);
    invert(entry, (i, j, value) => {
      inverse[i * n + j] = value;
      inverse[j * n + i] = value;
    });
    for (let j = 0; j < n; j++) {
      const column = Array.from({ length: n }, (_, k) => entry(Math.max(k, j), Math.min(k, j)));
      for (const i of [0, n - 1]) {
        const product = column.reduce((sum, each, k) => sum + (inverse[i * n + k] ?? 0) * each, 0);
        expect(product).toBeCloseTo(i === j ? 1 : 0, 8);
      }
    }
  }
});

it("refuses a matrix that is not positive definite", () => {
  const { invert } = inverter(3);
  expect(() =>
    invert(
      (i, j) => (i === j ? i - 1 : 0),
      () => {},
    ),
  ).toThrow(/row 0/);
});

it.each([1, 64, 65, 200])("keeps half of a symmetric matrix of order %i", (order) => {
  const random = createRandom(`symmetric ${order}`);
  const form = symmetricForm(order);
  const [matrix, full] = [new Float64Array(form.size), new Float64Array(order * order)];
  for (let i = 0; i < order; i++) {
    for (let j = 0; j <= i; j++) {
      const value = random.normal();
      full[i * order + j] = full[j * order + i] = value;
      form.set(matrix, ...(random.next() < 0.5 ? ([i, j] as const) : ([j, i] as const)), value);
    }
    expect(form.diagonal(matrix, i)).toBe(full[i * order + i]);
  }
  const lists = [0, 0.1, 1].map((share) =>
    Int32Array.from({ length: order }, (_, i) => i).filter(() => random.next() < share),
  );
  const sums = new Float64Array(3 * form.width + 1).fill(7);
  form.sumRows(matrix, lists, sums);
  lists.forEach((rows, k) => {
    const expected = Float64Array.from({ length: order }, (_, j) =>
      rows.reduce((sum, i) => sum + (full[i * order + j] ?? 0), 0),
    );
    expect(sums.subarray(k * form.width, k * form.width + order)).toEqual(expected);
  });
  expect(sums.at(-1)).toBe(7);
});

it("gives 1/(Λ + λ) at every point from a few nodes, whatever Λ", () => {
  const points = Array.from({ length: 111 }, (_, i) => 500 + 10 * i);
  const { nodes, weights } = interpolation(points);
  expect(nodes).toHaveLength(13);
  for (const pole of [0, 1, 300, 500, 1e3, 1e5, 1e9]) {
    const values = nodes.map((node) => 1 / (pole + node));
    points.forEach((point, at) => {
      const found = values.reduce((sum, each, k) => sum + each * (weights[at]?.[k] ?? 0), 0);
      expect(Math.abs(found * (pole + point) - 1), `${pole}, ${point}`).toBeLessThan(
        2e-10 * (1 + pole / 500),
      );
      expect(Math.abs(found - 1 / (pole + point)) * 500).toBeLessThan(1e-10);
    });
  }
});

it("takes the points themselves where they are few", () => {
  expect([...interpolation([5]).nodes]).toEqual([5]);
  const few = interpolation([10, 500, 10]);
  expect([...few.nodes]).toEqual([10, 500]);
  expect(few.weights.map((own) => [...own])).toEqual([
    [1, 0],
    [0, 1],
    [1, 0],
  ]);
});
