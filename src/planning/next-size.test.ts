import { expect, it } from "vitest";
import { verdict } from "../../test/fixture/fixture-result.js";
import { timesTheDaysOnline, timesTheLog } from "./next-size.js";
import { powerAt, smallestDifference } from "./power.js";

const wide = { df: 1000, level: 0.05, set: null, setSe: null } as const;
const test = { alpha: 0.05, power: 0.8 };

it("needs as many times the log as bring its error to where its difference is found", () => {
  const line = verdict({ ...wide, value: 0.01, se: 0.01 });
  const times = timesTheLog(line) ?? 0;
  expect(smallestDifference(0.01 / Math.sqrt(times), test, 1000)).toBeCloseTo(0.01, 12);
  expect(times).toBeCloseTo(7.86, 2);
});

it("is settled already where a log finds its difference, and never where a set holds 0", () => {
  expect(timesTheLog(verdict({ ...wide, value: 0.04, se: 0.01 }))).toBeLessThan(1);
  expect(timesTheLog(verdict({ ...wide, value: 0.01, se: 0.01, set: [-0.01, 0.03] }))).toBeNull();
  expect(timesTheLog(verdict({ ...wide, value: null, se: null }))).toBeNull();
});

it("counts a set by the end that lies towards 0, on either side", () => {
  const ends = { ...wide, se: 0.01, setSe: [0.02, 0.005] } as const;
  const above = timesTheLog(verdict({ ...ends, value: 0.03, set: [0.02, 0.04] })) ?? 0;
  const below = timesTheLog(verdict({ ...ends, value: -0.03, set: [-0.04, -0.02] })) ?? 0;
  const oneSided = smallestDifference(1, { ...test, alpha: 0.1 }, 1000);
  expect(above).toBeCloseTo((oneSided * 0.02) ** 2 / 0.02 ** 2, 9);
  expect(below).toBeCloseTo((oneSided * 0.005) ** 2 / 0.02 ** 2, 9);
});

it("tests online with half of the traffic each: the power is the one asked for", () => {
  const line = verdict({ ...wide, value: 0.02, se: 0.001 });
  const times = timesTheDaysOnline(line, { se: 0.01 }, 0.95) ?? 0;
  // Each arm has half of the users of so many days, and the error of a difference of two such means.
  const arm = 0.01 / Math.sqrt(times / 2);
  expect(powerAt(0.02, Math.hypot(arm, arm), 0.05)).toBeCloseTo(0.8, 6);
  expect(timesTheDaysOnline({ ...line, set: [-0.01, 0.05] }, { se: 0.01 }, 0.95)).toBeNull();
});
