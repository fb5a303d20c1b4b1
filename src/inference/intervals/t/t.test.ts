import { expect, it } from "vitest";
import { normalQuantile } from "../../../numeric/normal-quantile.js";
import { intervalBy } from "../interval.js";
import { t } from "./t.js";

it("has the t quantile of the degrees of freedom (a table of Student's distribution)", () => {
  const [lo, hi] = intervalBy(t, { value: 2, se: 0.5, degreesOfFreedom: 3 }, 0.95);
  expect(hi - 2).toBeCloseTo(0.5 * 3.182446305284263, 10);
  expect(2 - lo).toBe(hi - 2);
});

it("is the normal interval where the error is known", () => {
  const known = { value: 0, se: 1, degreesOfFreedom: Infinity };
  expect(t.margins(known, 0.95)[0]).toBe(normalQuantile(0.975));
  expect(t.p({ ...known, value: normalQuantile(0.975) })).toBeCloseTo(0.05, 12);
});

it("narrows with the degrees of freedom", () => {
  const margin = (degreesOfFreedom: number): number =>
    t.margins({ value: 0, se: 1, degreesOfFreedom }, 0.95)[0];
  expect(margin(11)).toBeGreaterThan(margin(12));
});
