import { describe, expect, it } from "vitest";
import { agreeOnLists, askLists, listLog, twoSlots } from "../../../test/fixture/list-log.js";
import { total } from "../../../test/fixture/reference.js";
import { estimateOf } from "../../../test/fixture/small-study.js";

describe("iips", () => {
  it("agrees with its reference", async () => {
    const compared = await agreeOnLists(["iips"], (slots) =>
      total(slots.map(({ reward, placement: [target, logging] }) => (reward * target) / logging)),
    );
    expect(compared).toBeGreaterThanOrEqual(6);
  });

  it("is right where slots earn by themselves, and wrong where the first item changes the second's reward", async () => {
    const valueIn = async (reward: (first: string, second: string) => [number, number]) => {
      const result = await askLists(twoSlots(reward), ["iips", "rips", "sips"]);
      return ["iips", "rips", "sips"].map((estimator) => {
        const key = { policy: "a", reward: "like", estimand: "perTrajectory" } as const;
        return estimateOf(result, { ...key, estimator })?.value;
      });
    };
    const alone = await valueIn((first, second) => [first === "a" ? 1 : 0, second === "a" ? 2 : 0]);
    // .25 · 1 + .75 · 2
    for (const value of alone) expect(value).toBeCloseTo(1.75, 12);
    const together = await valueIn((first, second) => [0, first === "a" && second === "a" ? 1 : 0]);
    // .25 · .75, which iips takes for .5 · .75
    [0.375, 0.1875, 0.1875].forEach((value, i) => {
      expect(together[i]).toBeCloseTo(value, 12);
    });
  });

  it("needs no list's length", async () => {
    const { estimates } = await askLists(listLog("alone"), ["iips"], { listLength: undefined });
    expect(estimates.every((row) => "value" in row)).toBe(true);
  });

  it("says what it lacks", async () => {
    const { estimates } = await askLists(listLog("lacks"), ["iips"], { placement: undefined });
    const [own] = estimates.filter(({ policy }) => policy === "a");
    expect(own).toMatchObject({
      none: { code: "propensityMissing", facts: { need: "placement" } },
    });
  });
});
