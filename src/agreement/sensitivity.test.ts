import { describe, expect, it } from "vitest";
import { effectiveDays } from "./lines.js";
import { oneSidedP, sensitivityOf } from "./sensitivity.js";

describe("sensitivity", () => {
  it("counts by the two-sided interval, and by the one-sided p apart", () => {
    const found = sensitivityOf(
      [
        { value: 0.8, se: 0.2 },
        { value: 0.27, se: 0.11 },
        { value: -0.02, se: 0.02 },
      ],
      0.99,
    );
    expect(found).toMatchObject({ settings: 3, signAgreement: 2 / 3 });
    expect(found.truePositives).toBeCloseTo(1 / 3, 12);
    expect(found.truePositivesByP).toBeCloseTo(2 / 3, 12);
  });

  it("without an error has p 0, .5 or 1, and without a setting nothing", () => {
    expect([0.1, 0, -0.1].map((value) => oneSidedP({ value, se: 0 }))).toEqual([0, 0.5, 1]);
    expect(sensitivityOf([], 0.99)).toMatchObject({
      settings: 0,
      truePositives: null,
      meanP: null,
    });
  });
});

describe("effective days", () => {
  it("are all of them where the two series do not move slowly together", () => {
    expect(effectiveDays([1, -1, 1, -1], [1, 2, 3, 4])).toBe(4);
    expect(effectiveDays([1, 1, 1], [1, 2, 3])).toBe(3);
  });

  it("are fewer for trends: six days of one are worth 3.6", () => {
    const days = [1, 2, 3, 4, 5, 6];
    expect(effectiveDays(days, days)).toBeCloseTo(3.6, 9);
  });
});
