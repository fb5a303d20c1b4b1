import { describe, expect, it } from "vitest";
import { tabulate } from "../tabulate.js";

const at = (alpha: number) => tabulate({ model: "logAlpha", parameters: { alpha } }, 100);

describe("logAlpha", () => {
  it("gives the published values (pbm.naturalLogAlpha)", () => {
    const p = at(100);
    const first = [
      1, 0.21588992540847543, 0.1882594891050272, 0.17504543185815852, 0.16671564591844362,
      0.1607709303779219,
    ];
    for (const [index, value] of first.entries()) expect(p[index]).toBeCloseTo(value, 10);
    expect(p[99]).toBeCloseTo(0.10868898230490916, 10);
  });

  it("is flat at alpha = 0", () => {
    expect(at(0)).toEqual(Array(100).fill(1));
  });
});
