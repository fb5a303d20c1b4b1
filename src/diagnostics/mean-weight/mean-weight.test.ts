import { describe, expect, it } from "vitest";
import { answerOf, loggedPolicy, policyScope } from "../../../test/fixture/scopes.js";
import { column } from "../../sql/index.js";
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

  it("is information only where the policy leaves out items that were viewed", () => {
    expect(found(0.7, 0.05, { policy: byRank, total: () => 40 })?.severity).toBe("watch");
    expect(found(0.7, 0.05, { policy: byRank, total: () => 0 })?.severity).toBe("fail");
    expect(found(1.3, 0.05, { policy: byRank, total: () => 40 })?.severity).toBe("fail");
  });

  it("holds a t statistic against 1, its p and its interval", () => {
    const { statistic, p, interval } = found(0.7, 0.1) ?? {};
    expect(statistic).toBeCloseTo(-3, 12);
    expect(p).toBeGreaterThan(0.003);
    expect(p).toBeLessThan(0.006);
    expect(interval?.[0]).toBeLessThan(0.51);
    expect(found(1, 0)).toMatchObject({ statistic: null, p: 1, severity: "ok" });
  });

  it("says what share of the policy's views the log identifies", () => {
    expect(found(0.7, 0.05)?.consequence).toMatch(/identifies 70.0 % of the views of candidate/);
    expect(found(1.3, 0.05)?.consequence).toMatch(/average 1.30/);
  });

  it("has nothing to say of the logged policy, nor where weights have no answer", () => {
    expect(meanWeight.ofPolicy?.(policyScope({ policy: loggedPolicy }))).toEqual([]);
    expect(meanWeight.ofPolicy?.(policyScope())).toEqual([]);
  });
});
