import { expect, it } from "vitest";
import { brokenRules, lawLog } from "../../law-log.js";
import { remaining } from "./remaining.js";

it.each([
  [0.25, []],
  [-3, []],
  [Number.NaN, ["remainingInvalid"]],
  [null, ["remainingInvalid"]],
])("%d breaks %j", async (value, codes) => {
  const made = lawLog(remaining, "double", [0.5, value]);
  expect((await brokenRules(remaining, made)).map(({ code }) => code)).toEqual(codes);
});
