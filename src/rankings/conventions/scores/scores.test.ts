import { expect, it } from "vitest";
import { scores } from "./scores.js";

const compared = (name: string, ...all: readonly number[]): readonly number[] => [
  ...(scores.choices.find((each) => each.name === name)?.compared(Float64Array.from(all)) ?? []),
];

it("keeps 64 bits, or 32", () => {
  const near = [12.00000003, 12.00000002, -1e-50, 0, 1e300, 1e301, 16777217];
  expect(compared("double", ...near)).toEqual(near);
  expect(compared("single", ...near)).toEqual([12, 12, -0, 0, Infinity, Infinity, 16777216]);
});
