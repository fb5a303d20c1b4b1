import { expect, it } from "vitest";
import { discount } from "./discount.js";

const at = (name: string): readonly number[] => {
  const choice = discount.choices.find((each) => each.name === name);
  return [1, 2, 4].map((rank) => choice?.at(rank) ?? Number.NaN);
};

it("weighs ranks", () => {
  expect(at("log2")[0]).toBe(1);
  expect(at("log2")[1]).toBeCloseTo(0.6309297535714575, 12);
  expect(at("late")).toEqual([1, 1, 0.5]);
  expect(at("ln")[0]).toBeCloseTo(1 / Math.log(2), 12);
  expect(at("inverse")).toEqual([1, 0.5, 0.25]);
});
