import { expect, it } from "vitest";
import { brokenRules, lawLog } from "../../law-log.js";
import { targetPlacement } from "./target-placement.js";

it.each([
  [0, []],
  [1, []],
  [-0.1, ["targetPlacementInvalid"]],
  [null, ["targetPlacementInvalid"]],
])("%d breaks %j", async (value, codes) => {
  const made = lawLog(targetPlacement, "double", [0.5, value]);
  expect((await brokenRules(targetPlacement, made)).map(({ code }) => code)).toEqual(codes);
});
