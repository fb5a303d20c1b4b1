import { expect, it } from "vitest";
import { createRandom } from "../random/create-random.js";
import { posteriorOf } from "./posterior.js";

it("has the numbers of its example", () => {
  const { mean, sd, chanceAbove, expectedLoss } = posteriorOf({ value: 0.04, se: 0.03 }, 0.04);
  expect([mean, sd]).toEqual([expect.closeTo(0.0256, 12), expect.closeTo(0.024, 12)]);
  expect([chanceAbove, expectedLoss]).toEqual([
    expect.closeTo(0.857, 3),
    expect.closeTo(0.0018, 4),
  ]);
});

it("is what effects drawn from the prior are, given what was estimated of them", () => {
  const random = createRandom("posterior");
  const [sd, se] = [0.04, 0.03];
  let [all, above, loss] = [0, 0, 0];
  for (let draw = 0; draw < 400_000; draw++) {
    const effect = sd * random.normal();
    const value = effect + se * random.normal();
    if (Math.abs(value - 0.02) > 0.001) continue;
    all += 1;
    above += Number(effect > 0);
    loss += Math.max(0, -effect);
  }
  const found = posteriorOf({ value: 0.02, se }, sd);
  expect(Math.abs(above / all - found.chanceAbove)).toBeLessThan(0.02);
  expect(Math.abs(loss / all - found.expectedLoss)).toBeLessThan(0.0006);
});

it("is sure without an error, and refuses a prior without width", () => {
  expect(posteriorOf({ value: -0.1, se: 0 }, 1)).toEqual({
    mean: -0.1,
    sd: 0,
    chanceAbove: 0,
    expectedLoss: 0.1,
  });
  expect(() => posteriorOf({ value: 1, se: 1 }, 0)).toThrow("must be in (0, ∞); it is 0.");
});
