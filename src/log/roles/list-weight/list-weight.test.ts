import { expect, it } from "vitest";
import { brokenRules, lawLog } from "../../law-log.js";
import { listWeight } from "./list-weight.js";

it.each([
  [0.25, []],
  [-3, []],
  [Number.NaN, ["listWeightInvalid"]],
  [null, ["listWeightInvalid"]],
])("%d breaks %j", async (value, codes) => {
  const made = lawLog(listWeight, "double", [0.5, value]);
  expect((await brokenRules(listWeight, made)).map(({ code }) => code)).toEqual(codes);
});
