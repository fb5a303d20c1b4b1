import { describe, expect, it } from "vitest";
import { answeredRow, answerOf, resultScope } from "../../../test/fixture/scopes.js";
import { intervals } from "../../inference/intervals/index.js";
import { skewed } from "./skewed.js";

/** 400 users of whom `few` bring something rare. */
function differences(few: number) {
  const answer = answerOf(0.2, 0.1, 400);
  const influence = Float64Array.from(
    { length: 400 },
    (_, user) => (user < few ? 1 : 0) - few / 400,
  );
  return [answeredRow({ answer: { ...answer, influence } })];
}

const found = (few: number) =>
  skewed.ofResult?.(resultScope({ differences: differences(few) }))?.[0];

describe("skewness", () => {
  it.each([
    [200, "ok"],
    [11, "ok"],
    [8, "watch"],
    [392, "watch"],
  ] as const)("of %i in 400 users is %s", (few, severity) => {
    const q = few / 400;
    const diagnosis = found(few);
    expect(diagnosis).toMatchObject({ severity, policy: "candidate", estimator: "dcg" });
    // Of a mean of n Bernoulli variables: (1 − 2q)/sqrt(n·q·(1 − q)).
    expect(diagnosis?.statistic).toBeCloseTo(
      Math.abs(1 - 2 * q) / Math.sqrt(400 * q * (1 - q)),
      12,
    );
    const signed = Number(diagnosis?.facts.skewness);
    expect(signed).toBeCloseTo((1 - 2 * q) / Math.sqrt(400 * q * (1 - q)), 12);
  });

  it("says how often the long side misses: as often as an exact Poisson count does, nearly", () => {
    // k ± 1.96·√k of a Poisson count with mean 9 lies below the mean where k is at most 4.
    const below = [0, 1, 2, 3, 4].filter((k) => k + 1.96 * Math.sqrt(k) < 9);
    const factorials = [1, 1, 2, 6, 24];
    const exact = below.reduce((sum, k) => sum + 9 ** k / (factorials[k] ?? 0), 0) * Math.exp(-9);
    expect(below).toHaveLength(5);
    expect(exact).toBeCloseTo(0.055, 3);
    expect(Number(found(9)?.facts.missedShare)).toBeCloseTo(exact, 2);
    expect(Number(found(200)?.facts.missedShare)).toBeCloseTo(0.025, 12);
  });

  it("is not looked for where nothing differs, nor where the interval allows for it", () => {
    const nothing = [answeredRow({ answer: answerOf(0, 0) })];
    expect(skewed.ofResult?.(resultScope({ differences: nothing }))).toEqual([]);
    const interval = intervals.find(({ name }) => name === "skewness");
    if (interval === undefined) throw new Error("there is no interval of this name");
    const scope = resultScope({ differences: differences(8) });
    expect(skewed.ofResult?.({ ...scope, inference: { ...scope.inference, interval } })).toEqual(
      [],
    );
  });
});
