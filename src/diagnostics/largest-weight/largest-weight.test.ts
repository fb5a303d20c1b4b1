import { describe, expect, it } from "vitest";
import { loggedPolicy, policyScope, weightsOf } from "../../../test/fixture/scopes.js";
import { largestWeight } from "./largest-weight.js";

const found = (weights: readonly number[]) =>
  largestWeight.ofPolicy?.(policyScope(weightsOf(weights)))?.[0];
const ones = (n: number): number[] => Array.from({ length: n }, () => 1);

describe("largest weight", () => {
  it("is the heaviest impression's share (diagnostics.weights)", () => {
    const weights = [0.5, 1, 1, 2, 0.25, 8, 1.5, 0.75, 3, 20];
    expect(found(weights)).toMatchObject({ statistic: 20 / 38, facts: { largest: 20 } });
  });

  it.each([
    [ones(100), "ok"],
    [ones(99), "watch"],
    [[...ones(90), 10], "watch"],
    [[...ones(80), 10], "fail"],
    [[0, 0], "fail"],
  ] as const)("has a severity by its share: case %#", (weights, severity) => {
    expect(found(weights)).toMatchObject({ severity, policy: "candidate" });
  });

  it("has nothing to say of the logged policy", () => {
    expect(largestWeight.ofPolicy?.(policyScope({ policy: loggedPolicy }))).toEqual([]);
  });
});
