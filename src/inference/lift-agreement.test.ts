import { describe, expect, it } from "vitest";
import { agreementOfLifts, gapOfLifts, type LiftOnce } from "./lift-agreement.js";

const around = (value: number, half: number): LiftOnce => ({
  value,
  interval: [value - half, value + half],
});

describe("the agreement of two lifts", () => {
  it("adds both errors in quadrature, and those of a set from its ends", () => {
    const [low, high] = gapOfLifts(around(0.05, 0.03), around(0.02, 0.04));
    expect(low).toBeCloseTo(0.03 - 0.05, 12);
    expect(high).toBeCloseTo(0.03 + 0.05, 12);
    const set = { value: 0.05, set: [0.02, 0.09], interval: [-0.01, 0.12] } as const;
    const [below, above] = gapOfLifts(set, around(0.02, 0.04));
    expect(below).toBeCloseTo(-0.05, 12);
    expect(above).toBeCloseTo(0.07 + 0.05, 12);
  });

  it.each([
    ["the same call, however far apart", around(0.1, 0.02), around(0.02, 0.01), "agree"],
    ["opposite calls", around(0.04, 0.03), around(-0.04, 0.03), "disagree"],
    ["a call of one side that the other excludes", around(0.1, 0.02), around(0, 0.03), "disagree"],
    ["two levels within 10 % that tell nothing", around(0.01, 0.05), around(0, 0.05), "cannotTell"],
    ["a call and a short test", around(0.03, 0.02), around(0.01, 0.05), "cannotTell"],
  ] as const)("of %s", (_, offline, online, expected) => {
    expect(agreementOfLifts(offline, online)).toBe(expected);
  });

  it("takes two that lose no more than a margin, where one is stated, by the direction of the reward", () => {
    const [offline, online] = [around(0.01, 0.015), around(0, 0.015)];
    expect(agreementOfLifts(offline, online)).toBe("cannotTell");
    expect(agreementOfLifts(offline, online, { margin: 0.02 })).toBe("agree");
    expect(agreementOfLifts(offline, online, { margin: 0.02, sign: -1 })).toBe("cannotTell");
    expect(agreementOfLifts(around(0.1, 0.015), online, { margin: 0.02 })).toBe("disagree");
  });

  it("leaves open what some value of a set allows", () => {
    const set = { value: 0.08, set: [0.0, 0.1], interval: [-0.02, 0.12] } as const;
    expect(agreementOfLifts(set, around(0.01, 0.005))).toBe("cannotTell");
    expect(agreementOfLifts(around(0.08, 0.02), around(0.01, 0.011))).toBe("disagree");
  });
});
