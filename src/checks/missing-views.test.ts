import { describe, expect, it } from "vitest";
import { assumedReward, missingViews } from "./missing-views.js";

describe("missingViews", () => {
  it("is 0 of a permutation, and the slot's views of one left empty", () => {
    const curve = [1, 0.5, 0.25];
    const rows = [100, 50, 25];
    const rank = [1, 2, 3];
    const turned = missingViews(curve, { rank, target: [3, 1, 2] }, rows, 100, curve);
    expect(Array.from(turned.bySlot)).toEqual([0, 0, 0]);
    const dropped = missingViews(curve, { rank, target: [3, 1, 0] }, rows, 100, curve);
    expect(Array.from(dropped.bySlot)).toEqual([0, 0.5, 0]);
    expect(dropped.missing).toBe(0.5);
  });
});

describe("assumedReward", () => {
  it("is ten times the average of either sign, within the range of the reward", () => {
    const of = { least: -3, most: 1, meanPositive: 0.04, meanNegative: 0.5 };
    expect(assumedReward(of)).toEqual({ lo: -3, hi: 0.4 });
    expect(assumedReward({ ...of, least: 0, meanNegative: 0 })).toEqual({ lo: 0, hi: 0.4 });
    expect(assumedReward({ ...of, meanPositive: 0.2 }).hi).toBe(1);
  });
});
