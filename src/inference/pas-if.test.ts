import { describe, expect, it } from "vitest";
import { createRandom } from "../random/index.js";
import { choosePasIf, pasIfSplit } from "./pas-if.js";

describe("PAS-IF", () => {
  it("splits into policies whose weights are those of the pair, but for a constant", () => {
    const [logging, target] = [
      [0.5, 0.3, 0.2],
      [0.2, 0.3, 0.5],
    ];
    const { pseudoTarget, pseudoLogging, pseudoWeights, marginal } = pasIfSplit(
      logging,
      target,
      0.2,
    );
    for (const policy of [pseudoTarget, pseudoLogging]) {
      expect(policy.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 14);
    }
    const ratios = pseudoWeights.map((w, i) => (w * (logging[i] ?? 0)) / (target[i] ?? 1));
    for (const ratio of ratios) expect(ratio).toBeCloseTo(ratios[0] ?? 0, 12);
    expect(marginal).toBeLessThan(0.2);
  });

  /** Every twentieth row carries a weight of 20; it earns `large`, the others `small`, with noise. */
  const logOf = (large: number, small: number, noise: number) => {
    const random = createRandom(`PAS-IF ${large} ${noise}`);
    return Array.from({ length: 400 }, (_, i) => {
      const isLarge = i % 20 === 0;
      return {
        weight: isLarge ? 10 : 0.5263157894736842,
        reward: (isLarge ? large : small) + noise * random.normal(),
      };
    });
  };

  it("clips where large weights carry noise alone, and does not where they carry the reward", () => {
    const clips = [Number.POSITIVE_INFINITY, 1];
    expect(choosePasIf(logOf(5, 0, 0.1), clips).index).toBe(0);
    expect(choosePasIf(logOf(0, 0, 5), clips).index).toBe(1);
  });

  it("gives the same answer for the same seed", () => {
    const [log, clips] = [logOf(1, 1, 1), [5, 2, 1]];
    expect(choosePasIf(log, clips, { seed: 3 })).toEqual(choosePasIf(log, clips, { seed: 3 }));
  });

  it.each([
    [() => pasIfSplit([1], [1], 1), /\(0, 1\), but was 1/],
    [() => choosePasIf([], [1]), /got none/],
  ])("refuses what has no answer", (call, message) => {
    expect(call).toThrow(message);
  });
});
