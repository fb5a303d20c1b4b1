import { describe, expect, it } from "vitest";
import { answeredRow, answerOf, resultScope } from "../../../test/fixture/scopes.js";
import { intervals } from "../../inference/index.js";
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
    expect(Math.sign(Number(diagnosis?.facts.skewness))).toBe(
      Math.sign(1 - 2 * q) || Number(diagnosis?.facts.skewness),
    );
  });

  it("says how often the long side misses: as often as an exact Poisson count does, nearly", () => {
    // A t interval of 8 rare events, 8 ± 1.96·√8, lies below a true mean μ where fewer than about 3 are seen.
    expect(Number(found(8)?.facts.missed)).toBeCloseTo(0.0535, 3);
    expect(Number(found(200)?.facts.missed)).toBeCloseTo(0.025, 12);
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
