import { expect, it } from "vitest";
import { lineOf, smallWorld } from "../../test/fixture/session-worlds.js";
import { calledAgain } from "./shifted-by.js";

it("does not take what rounding leaves of a difference that cancels for a sure difference of its sign", () => {
  const line = { ...lineOf(smallWorld, "rounding"), difference: 0.05, se: 0.002 };
  expect(calledAgain(line, 0.04, 0).survives).toBe(true);
  expect(calledAgain(line, -0.04, 0).survives).toBe(false);
  for (const left of [4e-16, -4e-16, 0]) expect(calledAgain(line, left, 0).survives).toBe(false);
});
