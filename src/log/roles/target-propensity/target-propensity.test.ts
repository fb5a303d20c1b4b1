import { expect, it } from "vitest";
import { brokenRules, lawLog } from "../../law-log.js";
import { targetPropensity } from "./target-propensity.js";

it.each([
  [0, []],
  [1, []],
  [-0.1, ["targetPropensityInvalid"]],
  [null, ["targetPropensityInvalid"]],
])("%d breaks %j", async (value, codes) => {
  const made = lawLog(targetPropensity, "double", [0.5, value]);
  expect((await brokenRules(targetPropensity, made)).map(({ code }) => code)).toEqual(codes);
});
