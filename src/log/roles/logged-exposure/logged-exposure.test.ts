import { expect, it } from "vitest";
import { brokenRules, lawLog } from "../../law-log.js";
import { loggedExposure } from "./logged-exposure.js";

it.each([
  [1e-70, []],
  [9e-71, ["loggingExposureInvalid"]],
  [0, ["loggingExposureInvalid"]],
  [1, []],
  [1.0000001, ["loggingExposureInvalid"]],
])("%d breaks %j", async (value, codes) => {
  const made = lawLog(loggedExposure, "double", [0.5, value]);
  expect((await brokenRules(loggedExposure, made)).map(({ code }) => code)).toEqual(codes);
});
