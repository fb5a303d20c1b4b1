import { expect, it } from "vitest";
import { meaningOf } from "../../canonical.js";
import { boundWith, canonicalValues, lawLog, surveyOf, usualColumns } from "../../law-log.js";
import { rowRules } from "../../row-rules.js";
import { rangeOf } from "../../summary.js";
import { rank } from "../rank/rank.js";
import { targetExposure } from "./target-exposure.js";

const constant = (value: number) => {
  const { engine } = lawLog(rank, "bigint", [1n, 2n]);
  return { log: boundWith(targetExposure, value, usualColumns), engine };
};

it("may be one number, which no row rule looks at", async () => {
  const made = constant(0.5);
  expect(await canonicalValues(made, "h_exposure_0")).toEqual([0.5, 0.5]);
  expect(rangeOf(made.log, await surveyOf(made), "h_exposure_0")).toEqual([0.5, 0.5]);
  expect(rowRules(made.log).map(({ code }) => code)).not.toContain("targetExposureInvalid");
});

it("of two numbers has two meanings", () => {
  const meanings = [0.05, 0.1].map((each) => meaningOf(constant(each).log, "h_exposure_0"));
  expect(meanings).toEqual(["exposure:0.05", "exposure:0.1"]);
});
