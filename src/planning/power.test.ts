import { expect, it } from "vitest";
import { createRandom } from "../random/create-random.js";
import { powerAt, smallestDifference, trajectoriesFor } from "./power.js";

const test = { alpha: 0.05, power: 0.8 };

it("finds the smallest difference with the power asked for, with few users too", () => {
  for (const df of [5, 30, Infinity]) {
    const found = powerAt(smallestDifference(0.1, test, df), 0.1, 0.05, df);
    expect(Math.abs(found - 0.8)).toBeLessThan(df === 5 ? 0.03 : 0.005);
  }
  const n = trajectoriesFor(0.05, 1.7, test);
  expect(powerAt(0.05, 1.7 / Math.sqrt(n), 0.05)).toBeCloseTo(0.8, 6);
});

it("has no power but the level's where nothing differs, and all where nothing is uncertain", () => {
  expect(powerAt(0, 1, 0.05)).toBeCloseTo(0.025, 9);
  expect([powerAt(1, 0, 0.05), powerAt(0, 0, 0.05)]).toEqual([1, 0]);
});

it.each([
  [200, 0.1, 0.3],
  [200, 0.2, 0.6],
  [1000, 0.1, 0.3],
  [1000, 0.05, 0.6],
])(
  "agrees with simulation within 3 points: %i users, a difference of %s, user effects of %s",
  (users, delta, ties) => {
    const random = createRandom(`power ${users} ${delta} ${ties}`);
    const worlds = users === 200 ? 3000 : 1500;
    const [perUser, sd] = [4, 1];
    let found = 0;
    for (let world = 0; world < worlds; world++) {
      let [sum, square] = [0, 0];
      for (let user = 0; user < users; user++) {
        // The mean of four sessions that share a user's own level.
        const mean = delta + random.normal() * Math.sqrt(ties ** 2 + sd ** 2 / perUser);
        sum += mean;
        square += mean * mean;
      }
      const mean = sum / users;
      const se = Math.sqrt((square / users - mean ** 2) / (users - 1));
      if (mean > 1.972 * se) found += 1;
    }
    const se = Math.sqrt((ties ** 2 + sd ** 2 / perUser) / users);
    expect(Math.abs(found / worlds - powerAt(delta, se, 0.05, users - 1))).toBeLessThan(0.03);
  },
);
