import { expect, it } from "vitest";
import { brokenRules, lawLog } from "../../law-log.js";
import { prediction } from "./prediction.js";

it.each([
  [0.25, []],
  [-3, []],
  [Number.POSITIVE_INFINITY, ["predictionInvalid"]],
  [Number.NaN, ["predictionInvalid"]],
  [null, ["predictionInvalid"]],
])("%d breaks %j", async (value, codes) => {
  const made = lawLog(prediction, "double", [0.5, value]);
  expect((await brokenRules(prediction, made)).map(({ code }) => code)).toEqual(codes);
});
