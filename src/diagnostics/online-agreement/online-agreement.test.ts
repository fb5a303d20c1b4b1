import { describe, expect, it } from "vitest";
import { resultScope } from "../../../test/fixture/scopes.js";
import type { LiftOnce } from "../../inference/lift-agreement.js";
import type { DecidingComparison, OnlineRow } from "../diagnostic.js";
import { onlineAgreement } from "./online-agreement.js";

const place = { policy: "candidate", reward: "like" } as const;
const around = (value: number, half: number): LiftOnce => ({
  value,
  interval: [value - half, value + half],
});

function found(
  lift: DecidingComparison["lift"],
  online: readonly Omit<OnlineRow, "reward">[],
  comparison: Partial<DecidingComparison> = {},
  baseline = "logged",
) {
  const own = { ...place, lift, level: 0.05, base: { value: 1, se: 0 }, better: "higher" as const };
  return onlineAgreement.ofResult?.(
    resultScope({
      baseline,
      online: online.map((row) => ({ ...row, reward: "like" })),
      comparisons: [{ ...own, margin: undefined, ...comparison }],
    }),
  );
}

const given = (value: number, se: number) => [
  { policy: "candidate", value, se, isLift: true as const },
];

describe("online agreement", () => {
  it.each([
    ["one call", around(0.1, 0.02), given(0.09, 0.02), "ok", "they agree"],
    [
      "one call of a different size",
      around(0.3, 0.02),
      given(0.09, 0.02),
      "watch",
      "a different size",
    ],
    ["opposite calls", around(0.1, 0.02), given(-0.09, 0.02), "fail", "they disagree"],
    ["a call that the test excludes", around(0.1, 0.02), given(0, 0.01), "fail", "they disagree"],
    [
      "a gap that chance may bring",
      around(0.1, 0.02),
      given(0.035, 0.02),
      "watch",
      "further apart",
    ],
    ["levels within 10 % that tell nothing", around(0.05, 0.1), given(0, 0.05), "inconclusive", ""],
  ] as const)("of %s is judged by both errors", (_, lift, online, severity, words) => {
    const [each] = found(lift, online) ?? [];
    expect(each).toMatchObject({ ...place, severity });
    expect(each?.consequence).toContain(words);
    expect(each?.remedy.includes("assumption")).toBe(severity === "watch" || severity === "fail");
  });

  it("adds both errors in quadrature, those of a set from its ends", () => {
    const half = 1.959963984540054;
    const statistic = (lift: LiftOnce): unknown => found(lift, given(0, 0.04))?.[0]?.statistic;
    expect(statistic(around(0.1, half * 0.03))).toBeCloseTo(2, 9);
    const set = { value: 0.1, set: [-0.01, 0.2], interval: [-0.05, 0.24] } as const;
    expect(statistic(set)).toBe(0);
  });

  it("takes two that lose no more than the guardrail allows for agreement, and no share of a level", () => {
    const equal = [around(0.01, 0.015), given(0, 0.005)] as const;
    expect(found(...equal)?.[0]?.severity).toBe("inconclusive");
    expect(found(...equal, { margin: 0.02 })?.[0]?.severity).toBe("ok");
    expect(found(...equal, { margin: 0.02, better: "lower" })?.[0]?.severity).toBe("inconclusive");
  });

  it("makes the lift of two arms, of which the log is one where its policy is the baseline", () => {
    const own = { policy: "candidate", value: 1.1, se: 0.03 };
    const [ofLog] = found(around(0.1, 0.02), [own], { base: { value: 1, se: 0.04 } }) ?? [];
    expect(ofLog?.facts.online).toBeCloseTo(0.1, 12);
    const far = 1.959963984540054 * Math.hypot(0.03, 1.1 * 0.04);
    expect((ofLog?.facts.onlineInterval as number[] | undefined)?.[1]).toBeCloseTo(0.1 + far, 12);
    const arms = [own, { policy: "old", value: 2.2, se: 0.001 }];
    const [ofArms] = found(around(0.1, 0.02), arms, {}, "old") ?? [];
    expect(ofArms).toMatchObject({ severity: "fail" });
    expect(ofArms?.facts.online).toBeCloseTo(-0.5, 12);
  });

  it("says of one arm that its level is none to judge by, however far from the estimate", () => {
    for (const value of [1.01, 9]) {
      const [each] =
        found(around(0.1, 0.02), [{ policy: "candidate", value, se: 0.01 }], {}, "old") ?? [];
      expect(each).toMatchObject({ severity: "inconclusive", statistic: null });
      expect(each?.consequence).toContain("the level of one arm. Without what old earned");
    }
  });

  it("is not looked for without an online result or a line, and judges nothing without a lift", () => {
    expect(found(around(0.1, 0.02), [])).toEqual([]);
    expect(
      onlineAgreement.ofResult?.(resultScope({ online: [{ ...place, value: 1, se: 0.1 }] })),
    ).toEqual([]);
    const none = {
      code: "baselineNearZero",
      message: "The baseline is near 0.",
      facts: {},
    } as const;
    const refused = { severity: "inconclusive", remedy: none.message };
    expect(found({ none }, given(0.1, 0.01))).toMatchObject([refused]);
  });
});
