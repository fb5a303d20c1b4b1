import { describe, expect, it } from "vitest";
import { answeredRow, answerOf, resultScope } from "../../../test/fixture/scopes.js";
import { onlineAgreement } from "./online-agreement.js";

const found = (offline: number, se: number, value = 1, ofOnline = 0.01) =>
  onlineAgreement.ofResult?.(
    resultScope({
      online: [{ policy: "candidate", reward: "like", value, se: ofOnline }],
      estimates: [answeredRow({ answer: answerOf(offline, se) })],
      differences: [answeredRow()],
    }),
  )?.[0];

describe("online agreement", () => {
  it.each([
    [1.01, 0.01, "ok"],
    [1.1, 0.2, "inconclusive"],
    [1.2, 0.05, "fail"],
    [0.8, 0.05, "fail"],
  ] as const)("of an estimate %f ± %f with what was earned is %s", (offline, se, severity) => {
    expect(found(offline, se)).toMatchObject({ severity, policy: "candidate", reward: "like" });
  });

  it("sends nobody to look for a wrong assumption where the numbers do not disagree", () => {
    expect(found(1.1, 0.2)?.remedy).not.toContain("assumption");
    expect(found(1.01, 0.01)?.remedy).not.toContain("assumption");
    expect(found(1.2, 0.05)?.remedy).toContain("Find the assumption that fails");
  });

  it("adds both errors in quadrature", () => {
    expect(found(1.1, 0.03, 1, 0.04)?.statistic).toBeCloseTo(2, 9);
  });

  it("is not looked for without an online reward or a deciding estimator", () => {
    expect(onlineAgreement.ofResult?.(resultScope({ estimates: [answeredRow()] }))).toEqual([]);
    const online = [{ policy: "candidate", reward: "like", value: 1, se: 0.1 }];
    expect(onlineAgreement.ofResult?.(resultScope({ online }))).toEqual([]);
  });
});
