import { expect, it } from "vitest";
import { brokenRules, lawLog } from "../../law-log.js";
import { loggedPropensity } from "./logged-propensity.js";

it.each([
  [1e-70, []],
  [0, ["propensityInvalid"]],
  [1, []],
  [1.5, ["propensityInvalid"]],
  [null, ["propensityInvalid"]],
])("%d breaks %j", async (value, codes) => {
  const made = lawLog(loggedPropensity, "double", [0.5, value]);
  expect((await brokenRules(loggedPropensity, made)).map(({ code }) => code)).toEqual(codes);
});
