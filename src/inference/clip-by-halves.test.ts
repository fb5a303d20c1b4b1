import { describe, expect, it } from "vitest";
import { createRandom } from "../random/create-random.js";
import { clipByHalves, slopePlusPlus } from "./clip-by-halves.js";

const size = 200;

/** Means of columns of a log, one bucket a row: the unclipped one is noisy, the clipped ones are biased. */
function logOf(seed: string, noise: readonly number[], bias: readonly number[]) {
  const random = createRandom(`clips by halves ${seed}`);
  const shared = Array.from({ length: size }, () => random.normal());
  return noise.map((sd, at) => {
    const values = shared.map((own) => 1 - (bias[at] ?? 0) + own * 0.2 + sd * random.normal());
    const value = values.reduce((sum, each) => sum + each, 0) / size;
    const influence = Float64Array.from(values, (each) => (each - value) / size);
    const replicates = { buckets: size, curveLinear: false, at: () => value };
    return { value, influence, replicates };
  });
}

describe("clips by halves", () => {
  it("chooses a strong clip where it costs no bias, and none where it does", () => {
    const free = logOf("costs nothing", [8, 1, 0.1], [0, 0, 0]);
    const dear = logOf("dear", [0.1, 0.1, 0.1], [0, 0.5, 0.9]);
    expect(clipByHalves(free, 0.95)).toMatchObject({ chosen: 2, halves: [2, 2] });
    expect(clipByHalves(dear, 0.95)).toMatchObject({ chosen: 0, halves: [0, 0] });
  });

  it("is the estimate and its error where both halves choose alike", () => {
    const [, , last] = logOf("costs nothing", [8, 1, 0.1], [0, 0, 0]);
    const found = clipByHalves(logOf("costs nothing", [8, 1, 0.1], [0, 0, 0]), 0.95);
    const square = Array.from(last?.influence ?? []).reduce((sum, psi) => sum + psi * psi, 0);
    expect(found?.value).toBeCloseTo(last?.value ?? Number.NaN, 12);
    expect(found?.se).toBeCloseTo(Math.sqrt(square), 12);
  });

  it("holds the truth as often as it says where clips cost nothing, though the choice is by chance", () => {
    const worlds = 400;
    let held = 0;
    for (let world = 0; world < worlds; world++) {
      const { interval: [lo, hi] = [1, 0] } =
        clipByHalves(logOf(`${world}`, [2, 1.4, 1], [0, 0, 0]), 0.9) ?? {};
      if (lo <= 1 && 1 <= hi) held += 1;
    }
    expect(Math.abs(held / worlds - 0.9)).toBeLessThan(4 * Math.sqrt((0.9 * 0.1) / worlds));
  });

  it("holds what the two chosen clips come to, where these have biases and halves choose others", () => {
    const [worlds, bias] = [400, [0, 0.4, 0.5]];
    let [held, differ] = [0, 0];
    for (let world = 0; world < worlds; world++) {
      const found = clipByHalves(logOf(`biased ${world}`, [3, 0.5, 0.2], bias), 0.9);
      const [i, j] = found?.halves ?? [0, 0];
      const [lo, hi] = found?.interval ?? [1, 0];
      const truth = 1 - ((bias[i] ?? 0) + (bias[j] ?? 0)) / 2;
      if (lo <= truth && truth <= hi) held += 1;
      if (i !== j) differ += 1;
    }
    expect(differ / worlds).toBeGreaterThan(0.3);
    expect(Math.abs(held / worlds - 0.9)).toBeLessThan(4 * Math.sqrt((0.9 * 0.1) / worlds));
  });

  it("says where no bias can be seen", () => {
    expect(clipByHalves(logOf("blind", [40, 1, 0.1], [0, 0, 0]), 0.95)?.isBlind).toBe(true);
    expect(clipByHalves(logOf("seen", [0.1, 0.1, 0.1], [0, 0.5, 0.9]), 0.95)?.isBlind).toBe(false);
  });

  it("chooses nothing on few buckets, or among one", () => {
    const one = logOf("one", [1], [0]);
    expect(clipByHalves(one, 0.95)).toBeUndefined();
    const few = logOf("few", [1, 1], [0, 0]).map((each) => ({
      ...each,
      influence: each.influence.slice(0, 19),
    }));
    expect(clipByHalves(few, 0.95)).toBeUndefined();
  });
});

describe("the rule of a clip", () => {
  const choose = (values: readonly number[], widths: readonly number[], unit = 1): number =>
    slopePlusPlus(
      values.map((value, at) => ({ value: unit * value, width: unit * (widths[at] ?? 0) })),
    );
  const narrowing = [2, 1.2, 0.6, 0.3];

  it("chooses as its formula does, by hand, whatever the units are", () => {
    expect(choose([10, 9.5, 8.9, 6], narrowing)).toBe(2);
    expect(choose([10, 9.5, 8.9, 6], narrowing, 1000)).toBe(2);
  });

  it("clips most where no value changes, and not where a bias is seen", () => {
    expect(choose([3], [1])).toBe(0);
    expect(choose([5, 5, 5, 5], narrowing)).toBe(3);
    expect(choose([5, 5, 5, -20], narrowing)).toBe(2);
  });
});
