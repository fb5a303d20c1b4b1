import { expect, it } from "vitest";
import { ideal } from "./ideal.js";

const of = (name: string): readonly number[] => [
  ...(ideal.choices
    .find((each) => each.name === name)
    ?.of(Float64Array.of(0, 2), Float64Array.of(3, 2, 1)) ?? []),
];

it("is made of all labels, of the items listed, or of as many labels as items are listed", () => {
  expect(of("labels")).toEqual([3, 2, 1]);
  expect(of("listed")).toEqual([2, 0]);
  expect(of("asMany")).toEqual([3, 2]);
});
