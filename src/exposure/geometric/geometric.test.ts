import { describe, expect, it } from "vitest";
import { derivativesOf, scoresOf } from "../by-rank.js";
import { hazard, tabulate } from "../tabulate.js";
import { geometric } from "./geometric.js";

const spec = (gamma: number) => ({ model: "geometric", parameters: { gamma } });

describe("geometric", () => {
  it("gives the published values (pbm.geometric)", () => {
    const p = tabulate(spec(0.9), 100);
    const first = [1, 0.9, 0.81, 0.7290000000000001, 0.6561, 0.5904900000000001];
    for (const [index, value] of first.entries()) expect(p[index]).toBeCloseTo(value, 10);
    expect((p[99] ?? 0) / 2.9512665430652825e-5).toBeCloseTo(1, 10);
  });

  it("gives the published exposures under a cut-off (exposure.deterministic.cutoff)", () => {
    const p = tabulate({ ...spec(0.5), cutoff: 4 }, 5);
    expect([p[0], p[2], p[4]]).toEqual([1, 0.25, 0]);
  });

  it("has a constant hazard, 1 − gamma", () => {
    expect(hazard(spec(0.75), 4)).toEqual([0.25, 0.25, 0.25, 0.25]);
  });

  it("has the closed-form derivative and score", () => {
    expect(derivativesOf(geometric, spec(0.5), 4)).toEqual({ gamma: [0, 1, 1, 0.75] });
    expect(scoresOf(geometric, spec(0.5), 3)).toEqual({
      gamma: { stop: [-2, -2, -2], continuation: [2, 2, 2] },
    });
  });

  it("learns nothing from the cut-off on", () => {
    expect(scoresOf(geometric, { ...spec(0.5), cutoff: 2 }, 3)).toEqual({
      gamma: { stop: [-2, 0, 0], continuation: [2, 0, 0] },
    });
  });
});
