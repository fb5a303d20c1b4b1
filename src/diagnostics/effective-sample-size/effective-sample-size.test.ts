import { describe, expect, it } from "vitest";
import { loggedPolicy, policyScope, weightsOf } from "../../../test/fixture/scopes.js";
import { effectiveSampleSize } from "./effective-sample-size.js";

const found = (weights: readonly number[]) =>
  effectiveSampleSize.ofPolicy?.(policyScope(weightsOf(weights)))?.[0];
const ones = (n: number): number[] => Array.from({ length: n }, () => 1);

describe("effective sample size", () => {
  it("is (Σw)²/Σw² (diagnostics.weights)", () => {
    const weights = [0.5, 1, 1, 2, 0.25, 8, 1.5, 0.75, 3, 20];
    expect(found(weights)?.statistic).toBeCloseTo(2.9950738916256157, 12);
  });

  it.each([
    [ones(1000), "ok"],
    [ones(999), "watch"],
    [ones(100), "watch"],
    [ones(99), "fail"],
    [[...ones(5000), 600], "fail"],
    [[], "fail"],
  ] as const)("has a severity by its size: case %#", (weights, severity) => {
    expect(found(weights)).toMatchObject({ severity, policy: "candidate", feed: "1" });
  });

  it("has nothing to say of the logged policy", () => {
    expect(effectiveSampleSize.ofPolicy?.(policyScope({ policy: loggedPolicy }))).toEqual([]);
    expect(effectiveSampleSize.components?.(policyScope().log, loggedPolicy)).toEqual([]);
  });
});
