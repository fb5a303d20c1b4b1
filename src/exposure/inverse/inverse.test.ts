import { describe, expect, it } from "vitest";
import { hazard, tabulate } from "../tabulate.js";

const at = (eta: number) => tabulate({ model: "inverse", parameters: { eta } }, 100);

describe("inverse", () => {
  it.each([
    [1, [1, 0.5, 0.3333333333333333, 0.25, 0.2, 0.16666666666666666], 0.01],
    [0.5, [1, Math.SQRT1_2, 0.5773502691896257, 0.5, 0.4472135954999579, 0.408248290463863], 0.1],
  ])("gives the published values for eta = %s (pbm.inverse)", (eta, first, hundredth) => {
    const p = at(eta);
    for (const [index, value] of first.entries()) expect(p[index]).toBeCloseTo(value, 10);
    expect(p[99]).toBeCloseTo(hundredth, 10);
  });

  it("is flat at eta = 0, where nobody stops", () => {
    expect(at(0)).toEqual(Array(100).fill(1));
    expect(hazard({ model: "inverse", parameters: { eta: 0 } }, 5)).toEqual([0, 0, 0, 0, 0]);
  });

  it("has the hazard 1 − (r/(r+1))^eta", () => {
    const h = hazard({ model: "inverse", parameters: { eta: 1.5 } }, 9);
    for (const [index, value] of h.entries()) {
      expect(value).toBeCloseTo(1 - ((index + 1) / (index + 2)) ** 1.5, 12);
    }
  });
});
