import { expect, it } from "vitest";
import type { NumberParameter } from "../parameters.js";
import { numbersWithin } from "./law-parameters.js";

const spec = (of: Partial<NumberParameter>): NumberParameter => ({
  kind: "number",
  name: "m",
  purpose: "a bound",
  min: 0,
  max: Number.POSITIVE_INFINITY,
  open: "none",
  ...of,
});

it.each([
  ["2 within the bounds", {}, [2]],
  ["the middle of bounds below 2", { max: 1, open: "both" }, [0.5]],
  ["a number above a bound above 2", { min: 5, open: "min" }, [6]],
  ["the middle of bounds above 2", { min: 5, max: 5.5 }, [5.25]],
  ["a number below 0", { min: Number.NEGATIVE_INFINITY, max: -3, open: "max" }, [-4]],
  ["a whole number and a large one", { whole: true }, [2, 1000]],
  ["the largest whole number", { whole: true, min: 3, max: 20 }, [4, 20]],
  ["whole numbers between open bounds", { whole: true, min: 3, max: 6, open: "both" }, [4, 5]],
  ["the only whole number", { whole: true, min: 1, max: 1 }, [1]],
] as const)("laws try %s", (_what, of, expected) => {
  expect(numbersWithin(spec(of))).toEqual(expected);
});
