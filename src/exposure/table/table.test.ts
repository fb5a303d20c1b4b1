import { describe, expect, it } from "vitest";
import { hazard, tabulate } from "../tabulate.js";
import { table } from "./table.js";

const spec = { model: "table", parameters: { values: [1, 0.7, 0.7, 0.35] } };

describe("table", () => {
  it("gives its values and then 0", () => {
    expect(tabulate(spec, 6)).toEqual([1, 0.7, 0.7, 0.35, 0, 0]);
    expect(tabulate({ ...spec, cutoff: 2 }, 6)).toEqual([1, 0.7, 0, 0, 0, 0]);
  });

  it("ends with its last value", () => {
    expect(table.end?.(spec.parameters)).toBe(4);
    expect(hazard(spec, 5)).toEqual([expect.closeTo(0.3, 12), 0, 0.5, 1, 1]);
  });

  it("refuses a first value other than 1 and a cut-off beyond its end", () => {
    expect(table.fault?.({ values: [0.9, 0.5] }, undefined)?.message).toMatch(
      /must be 1; it is 0.9/,
    );
    expect(table.fault?.(spec.parameters, 5)?.message).toMatch(/cutoff 5 lies beyond the 4 values/);
    expect(table.fault?.(spec.parameters, 4)).toBeUndefined();
  });
});
