import { expect, test } from "vitest";
import { continuedFraction } from "./continued-fraction.js";

test("gives classical values", () => {
  const golden = continuedFraction(
    () => 1,
    () => 1,
  );
  expect(golden).toBeCloseTo((1 + Math.sqrt(5)) / 2, 15);
  const fourOverPi = continuedFraction(
    (n) => n * n,
    (n) => 2 * n + 1,
  );
  expect(fourOverPi).toBeCloseTo(4 / Math.PI, 14);
});
