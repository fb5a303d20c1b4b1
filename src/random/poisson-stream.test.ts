import { expect, it } from "vitest";
import { fnv1a64 } from "./fnv1a64.js";
import { poissonStream } from "./poisson-stream.js";
import { Xoshiro128 } from "./xoshiro128.js";

/** The least k with P(K ≤ k) above u, P the sum of e⁻¹/j!. */
function countAt(u: number): number {
  let [k, term, sum] = [0, Math.exp(-1), Math.exp(-1)];
  while (u >= sum) {
    k += 1;
    term /= k;
    sum += term;
  }
  return k;
}

it("is the inverse of Poisson's distribution function at the generator's draws", () => {
  const into = new Uint8Array(20_000);
  poissonStream(1, "u", into);
  const generator = Xoshiro128.seeded(fnv1a64("1|u"));
  expect([...into]).toEqual(Array.from(into, () => countAt(generator.uint32() / 2 ** 32)));
  expect([...into.slice(0, 4)]).toEqual([0, 1, 1, 0]);
});

it("has mean and variance 1, and differs by key and by seed", () => {
  const [into, ofKey, ofSeed] = [1, 2, 3].map(() => new Uint8Array(50_000));
  if (into === undefined || ofKey === undefined || ofSeed === undefined) throw new Error("three");
  poissonStream(1, "u", into);
  poissonStream(1, "v", ofKey);
  poissonStream(2, "u", ofSeed);
  const mean = (of: (weight: number) => number): number =>
    into.reduce((sum, weight) => sum + of(weight), 0) / into.length;
  // Five standard errors: 1/√50,000 of the mean, √3/√50,000 of (w − 1)².
  expect(Math.abs(mean((weight) => weight) - 1)).toBeLessThan(0.0224);
  expect(Math.abs(mean((weight) => (weight - 1) ** 2) - 1)).toBeLessThan(0.0388);
  expect(ofKey).not.toEqual(into);
  expect(ofSeed).not.toEqual(into);
});
