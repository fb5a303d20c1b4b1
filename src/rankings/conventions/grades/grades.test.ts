import { expect, it } from "vitest";
import { grades } from "./grades.js";

it("may be any numbers, or whole ones", () => {
  const of = grades.choices.map((choice) => [-1, 0.5, 2].map((grade) => choice.holds(grade)));
  expect(of).toEqual([
    [true, true, true],
    [true, false, true],
  ]);
});
