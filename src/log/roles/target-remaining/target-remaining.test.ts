import { expect, it } from "vitest";
import { brokenRules, lawLog } from "../../law-log.js";
import { targetRemaining } from "./target-remaining.js";

it.each([
  [0.25, []],
  [-3, []],
  [Number.NaN, ["targetRemainingInvalid"]],
  [null, ["targetRemainingInvalid"]],
])("%d breaks %j", async (value, codes) => {
  const made = lawLog(targetRemaining, "double", [0.5, value]);
  expect((await brokenRules(targetRemaining, made)).map(({ code }) => code)).toEqual(codes);
});
