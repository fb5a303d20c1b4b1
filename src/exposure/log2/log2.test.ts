import { describe, expect, it } from "vitest";
import { tabulate } from "../tabulate.js";
import { log2 } from "./log2.js";

describe("log2", () => {
  it("gives the published discounts (pbm.log2)", () => {
    const p = tabulate({ model: "log2", parameters: {} }, 100);
    expect(p.slice(0, 6)).toEqual([
      1,
      expect.closeTo(0.6309297535714575, 10),
      0.5,
      expect.closeTo(0.43067655807339306, 10),
      expect.closeTo(0.38685280723454163, 10),
      expect.closeTo(0.3562071871080222, 10),
    ]);
    expect(p[99]).toBeCloseTo(0.15019048322368797, 10);
  });

  it("has no parameter", () => {
    expect(log2.parameters).toEqual([]);
  });
});
