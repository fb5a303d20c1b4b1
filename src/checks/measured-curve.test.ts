import { describe, expect, it } from "vitest";
import { measuredCurve } from "./measured-curve.js";

describe("measuredCurve", () => {
  const views = [100, 60, 30, 9];
  it("multiplies the steps over rows whose list goes on", () => {
    const continuable = [100, 50, 30, 9];
    const curve = measuredCurve({ n: 100, views, continuable }, undefined, 1);
    expect(Array.from(curve)).toEqual([1, 0.6, 0.6 * 0.6, 0.6 * 0.6 * 0.3]);
  });

  it("takes the step of the study's curve from thin ranks, and ends without one", () => {
    const log = { n: 100, views, continuable: views };
    expect(measuredCurve(log)[3]).toBe(0);
    expect(measuredCurve(log, (rank) => 0.5 ** rank)[3]).toBe(0.6 * 0.5 * 0.5);
  });

  it("passes over a rank that no row has", () => {
    const gap = [0, 100, 0, 60, 30, 0];
    const curve = measuredCurve({ n: 100, views: gap, continuable: gap }, undefined, 1);
    expect(Array.from(curve)).toEqual([1, 1, 0.6, 0.6, 0.3, 0]);
  });
});
