import { expect, it } from "vitest";
import { dailyVariance, daysUntil, errorAfter } from "./days.js";

const days = Array.from({ length: 4 }, () => ({ share: 0.25, se: 2 }));

it("falls with the root of days where days are independent", () => {
  const daily = dailyVariance(1, days);
  expect(daily).toEqual({ own: 4, shared: 0 });
  expect(errorAfter(daily, 16)).toBeCloseTo(0.5, 12);
  expect(daysUntil(daily, 0.5)).toBeCloseTo(16, 12);
});

it("keeps what returning users bring again: Var = own/D + shared", () => {
  // Days of variance 4 with a covariance of 1: the mean of four has (4 + 3)/4.
  const daily = dailyVariance(Math.sqrt(7 / 4), days);
  expect(daily.shared).toBeCloseTo(1, 12);
  expect(daily.own).toBeCloseTo(3, 12);
  expect(errorAfter(daily, 4)).toBeCloseTo(Math.sqrt(7 / 4), 12);
  expect(daysUntil(daily, 0.9)).toBeUndefined();
  expect(daysUntil(daily, Math.sqrt(1.3))).toBeCloseTo(10, 9);
});

it("takes one day, or days that vary less apart than together, as independent", () => {
  expect(dailyVariance(1, days.slice(0, 1)).shared).toBe(0);
  expect(dailyVariance(0.5, days).shared).toBe(0);
});
