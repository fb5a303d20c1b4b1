import { expect, it } from "vitest";
import { precisionBy } from "./precision-by.js";

it("divides by the cutoff or by what is listed up to it", () => {
  const of = precisionBy.choices.map((choice) => [choice.of(10, 3), choice.of(Infinity, 3)]);
  expect(of).toEqual([
    [10, 3],
    [3, 3],
  ]);
});
