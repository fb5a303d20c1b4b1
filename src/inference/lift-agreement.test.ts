import { describe, expect, it } from "vitest";
import { gapOfLifts, holdLifts, type LiftOnce } from "./lift-agreement.js";

const around = (value: number, half: number): LiftOnce => ({
  value,
  interval: [value - half, value + half],
});

const level = 0.05;
const agreementOf = (
  offline: LiftOnce,
  online: LiftOnce,
  by: Omit<Parameters<typeof holdLifts>[2], "level"> = {},
) => holdLifts(offline, online, { level, ...by }).agreement;

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
    [
      "opposite calls that are 2.8 errors apart",
      around(0.04, 0.039),
      around(-0.04, 0.039),
      "cannotTell",
    ],
    ["a call of one side that the other excludes", around(0.1, 0.02), around(0, 0.03), "disagree"],
    ["a gap that chance may bring", around(0.1, 0.02), around(0.04, 0.045), "cannotTell"],
    ["two levels within 10 % that tell nothing", around(0.01, 0.05), around(0, 0.05), "cannotTell"],
    ["a call and a short test", around(0.03, 0.02), around(0.01, 0.05), "cannotTell"],
  ] as const)("of %s", (_, offline, online, expected) => {
    expect(agreementOf(offline, online)).toBe(expected);
  });

  it("takes two that lose no more than a margin, where one is stated, by the direction of the reward", () => {
    const [offline, online] = [around(0.01, 0.015), around(0, 0.015)];
    expect(agreementOf(offline, online)).toBe("cannotTell");
    expect(agreementOf(offline, online, { margin: 0.02 })).toBe("agree");
    expect(agreementOf(offline, online, { margin: 0.02, sign: -1 })).toBe("cannotTell");
    expect(agreementOf(around(0.1, 0.015), online, { margin: 0.02 })).toBe("disagree");
  });

  it("leaves open what some value of a set allows", () => {
    const set = { value: 0.08, set: [0.0, 0.1], interval: [-0.02, 0.12] } as const;
    expect(agreementOf(set, around(0.01, 0.005))).toBe("cannotTell");
    expect(agreementOf(around(0.08, 0.02), around(0.01, 0.011))).toBe("disagree");
  });
});
