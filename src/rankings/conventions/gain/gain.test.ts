import { expect, it } from "vitest";
import { gain } from "./gain.js";

const of = (name: string): readonly number[] => {
  const choice = gain.choices.find((each) => each.name === name);
  return [-2, 0, 1, 3].map((grade) => choice?.of(grade, 2) ?? Number.NaN);
};

it("turns grades into gains", () => {
  expect(of("linear")).toEqual([-2, 0, 1, 3]);
  expect(of("exp")).toEqual([-0.75, 0, 1, 7]);
  expect(of("binary")).toEqual([0, 0, 0, 1]);
});
