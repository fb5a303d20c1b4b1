import { describe, expect, it } from "vitest";
import { answerOf, loggedPolicy, policyScope } from "../../../test/fixture/scopes.js";
import { column } from "../../sql/expression.js";
import { meanWeight } from "./mean-weight.js";

const byRank = {
  name: "candidate",
  isLogged: false,
  rank: column("h_rank_0"),
  exposure: column("eps_t"),
};

const found = (value: number, se: number, more: Parameters<typeof policyScope>[0] = {}) =>
  meanWeight.ofPolicy?.(policyScope({ answer: () => answerOf(value, se), ...more }))?.[0];

describe("mean weight", () => {
  it.each([
    [1, 0.01, "ok"],
    [1.05, 0.01, "ok"],
    [1, 0.2, "inconclusive"],
    [0.92, 0.02, "inconclusive"],
    [0.7, 0.05, "fail"],
    [1.3, 0.05, "fail"],
  ] as const)("%f ± %f is %s", (value, se, severity) => {
    expect(found(value, se)).toMatchObject({ severity, effect: value });
  });

  it("excuses no shortfall by items that the policy does not show, and counts these", () => {
    const diagnosis = found(0.7, 0.05, { policy: byRank, total: () => 40 });
    expect(diagnosis).toMatchObject({ severity: "fail", facts: { rowsNotShown: 40 } });
  });

  it("holds a t statistic against 1, its p and its interval", () => {
    const { statistic, p, interval } = found(0.7, 0.1) ?? {};
    expect(statistic).toBeCloseTo(-3, 12);
    expect(p).toBeGreaterThan(0.003);
    expect(p).toBeLessThan(0.006);
    expect(interval?.[0]).toBeLessThan(0.51);
    expect(found(1, 0)).toMatchObject({ statistic: null, p: 1, severity: "ok" });
  });

  it.each([0.7, 0.98, 1, 1.3])("of %f is a fact without a cause in its sentence", (value) => {
    const { consequence } = found(value, 0.05) ?? {};
    expect(consequence).toContain(
      `Weights of candidate average ${value.toPrecision(3)} per viewed row`,
    );
    expect(consequence).not.toMatch(/identifies|instead of/);
  });

  it("has nothing to say of the logged policy, nor where weights have no answer", () => {
    expect(meanWeight.ofPolicy?.(policyScope({ policy: loggedPolicy }))).toEqual([]);
    expect(meanWeight.ofPolicy?.(policyScope())).toEqual([]);
  });
});
