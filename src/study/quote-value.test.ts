import { expect, it } from "vitest";
import { quoteValue } from "./quote-value.js";

it("quotes whatever a program may pass", () => {
  const circle: { self?: unknown } = {};
  circle.self = circle;
  const values = ["a", null, undefined, Number.NaN, -0.5, circle, () => 0, 10n, Symbol("s")];
  expect(values.map(quoteValue)).toEqual([
    '"a"',
    "null",
    "nothing",
    "NaN",
    "-0.5",
    "something of type object",
    "something of type function",
    "something of type bigint",
    "something of type symbol",
  ]);
  expect(quoteValue("x".repeat(200))).toHaveLength(80);
});
