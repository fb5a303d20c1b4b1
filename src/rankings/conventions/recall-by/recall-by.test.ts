import { expect, it } from "vitest";
import { recallBy } from "./recall-by.js";

it("divides by all relevant items, or by those that the cutoff lets in", () => {
  expect(recallBy.choices.map((choice) => choice.of(5, 8))).toEqual([8, 5]);
});
