import { expect, it } from "vitest";
import { brokenRules, lawLog } from "../../law-log.js";
import { loggedPlacement } from "./logged-placement.js";

it.each([
  [1e-70, []],
  [0, ["placementInvalid"]],
  [1, []],
  [1.5, ["placementInvalid"]],
  [null, ["placementInvalid"]],
])("%d breaks %j", async (value, codes) => {
  const made = lawLog(loggedPlacement, "double", [0.5, value]);
  expect((await brokenRules(loggedPlacement, made)).map(({ code }) => code)).toEqual(codes);
});
