import { expect, it } from "vitest";
import { inTurn, repetitions } from "../../test/fixture/property.js";
import { createRandom } from "../random/create-random.js";
import { bestOf, type Contestant } from "./best-of.js";

/** Means of 400 users of candidates with these truths; SE .05 each. */
function drawn(seed: string, truths: readonly number[]): readonly Contestant[] {
  const random = createRandom(`best of ${seed}`);
  const users = 400;
  return truths.map((truth) => {
    const values = Array.from({ length: users }, () => truth + random.normal());
    const value = values.reduce((a, b) => a + b, 0) / users;
    return { value, influence: Float64Array.from(values, (each) => (each - value) / users) };
  });
}

const means = (truths: readonly number[], draws: number) => {
  const found = Array.from({ length: draws }, (_, at) => bestOf(drawn(`${at}`, truths), true));
  const mean = (of: (each: NonNullable<(typeof found)[number]>) => number): number =>
    found.reduce((sum, each) => sum + (each === undefined ? Number.NaN : of(each)), 0) / draws;
  return { naive: mean(({ value }) => value), held: mean(({ heldOut }) => heldOut), found, mean };
};

it("takes away what choosing the largest of ten equal ones adds", () => {
  const { naive, held } = means(Array<number>(10).fill(0), repetitions(50, 150));
  // The largest of ten standard normals has the mean 1.54.
  expect(naive).toBeGreaterThan(1.2 * 0.05);
  expect(Math.abs(held)).toBeLessThan(0.3 * 0.05);
});

it.each(
  inTurn([
    ["ten equal ones", Array<number>(10).fill(0)],
    ["two equal ones", [0, 0]],
    ["one that is a little ahead", [0.1, 0, 0, 0, 0]],
  ]),
)("has an error that holds the choice's own: %s", (name, truths) => {
  const draws = repetitions(60, 150);
  let [covered, square, error] = [0, 0, 0];
  for (let draw = 0; draw < draws; draw++) {
    const found = bestOf(drawn(`${name} ${draw}`, truths), true);
    if (found === undefined) throw new Error("a best");
    const off = found.heldOut - (truths[found.best] ?? 0);
    if (Math.abs(off) < 1.96 * found.se) covered += 1;
    [square, error] = [square + off ** 2, error + found.se];
  }
  // With the choice held fixed it covers 74 % to 88 %, and the error is 1 ÷ 1.3 to 1 ÷ 1.6 of the true one.
  expect(covered / draws).toBeGreaterThan(0.9);
  expect(error / draws).toBeGreaterThan(0.85 * Math.sqrt(square / draws));
  expect(error / draws).toBeLessThan(1.3 * Math.sqrt(square / draws));
});

it("leaves one that is far ahead as it is, with its own error", () => {
  const [clear] = [bestOf(drawn("clear", [0, 1, 0]), true)];
  expect(clear?.best).toBe(1);
  expect(clear?.agreed).toBe(1);
  expect(clear?.heldOut).toBeCloseTo(clear?.value ?? 0, 10);
  expect(clear?.se).toBeCloseTo(0.05, 2);
});

it("chooses the smallest where smaller is better, and needs two candidates and enough buckets", () => {
  expect(bestOf(drawn("smaller", [0, 1, -1]), false)?.best).toBe(2);
  expect(bestOf(drawn("alone", [1]), true)).toBeUndefined();
  const few = drawn("few", [1, 2]).map(({ value, influence }) => ({
    value,
    influence: influence.slice(0, 15),
  }));
  expect(bestOf(few, true)).toBeUndefined();
});
