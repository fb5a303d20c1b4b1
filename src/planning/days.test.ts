import { expect, it } from "vitest";
import { dailyVariance, daysUntil, errorAfter, whyNever } from "./days.js";

const days = Array.from({ length: 4 }, () => ({ share: 0.25, se: 2 }));

it("falls with the root of days where days are independent", () => {
  const daily = dailyVariance(1, days);
  expect(daily).toEqual({ perDay: 4, shared: 0 });
  expect(errorAfter(daily, 16)).toBeCloseTo(0.5, 12);
  expect(daysUntil(daily, 0.5)).toBeCloseTo(16, 12);
});

it("keeps what returning users bring again: Var = perDay/D + shared", () => {
  // Days of variance 4 with a covariance of 1: the mean of four has (4 + 3)/4.
  const daily = dailyVariance(Math.sqrt(7 / 4), days);
  expect(daily.shared).toBeCloseTo(1, 12);
  expect(daily.perDay).toBeCloseTo(3, 12);
  expect(errorAfter(daily, 4)).toBeCloseTo(Math.sqrt(7 / 4), 12);
  expect(daysUntil(daily, 0.9)).toBeUndefined();
  expect(daysUntil(daily, Math.sqrt(1.3))).toBeCloseTo(10, 9);
});

it("takes one day, or days that vary less apart than together, as independent", () => {
  expect(dailyVariance(1, days.slice(0, 1)).shared).toBe(0);
  expect(dailyVariance(0.5, days).shared).toBe(0);
});

it("blames users who come back only where what days share is beyond twice its own error", () => {
  // Seven days of independent visits: Var 26 with 91 degrees of freedom is known up to 3.8.
  const noise = { perDay: 144.4, shared: 5.3 };
  expect(whyNever(noise, 7, 91, 2.1)).toBe("unclear");
  expect(whyNever(noise, 7, 910, 2.1)).toBe("sameUsers");
  expect(whyNever({ perDay: 70, shared: 16 }, 7, 91, 2.1)).toBe("sameUsers");
});

it("blames the curve of a file where its part alone, or with what users surely keep, is too much", () => {
  expect(whyNever({ perDay: 144.4, shared: 10.3, ofFile: 5 }, 7, 91, 2.1)).toBe("curveOfFile");
  expect(whyNever({ perDay: 144.4, shared: 6.3, ofFile: 1 }, 7, 91, 2.1)).toBe("unclear");
  expect(whyNever({ perDay: 70, shared: 20, ofFile: 4 }, 7, 91, 4.2)).toBe("curveOfFile");
});
