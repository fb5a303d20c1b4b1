import { expect, it } from "vitest";
import { negatives } from "./negatives.js";

it("brings nothing below 0, or takes away", () => {
  const of = negatives.choices.map((choice) => [-2, 0, 3].map((grade) => choice.of(grade)));
  expect(of).toEqual([
    [0, 0, 3],
    [-2, 0, 3],
  ]);
});
